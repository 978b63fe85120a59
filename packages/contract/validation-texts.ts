/**
 * The specification's error texts, in its exact words, for form fields that are empty or too short. The texts are in a
 * separate file, because the public pages have no form that needs them and should not load them.
 */
export const validationTexts = {
  emailRequired: 'Email Address is required',
  passwordRequired: 'Password is required',
  passwordMinimum: 'Password must be 6 characters or longer',
  photoUrlRequired: 'Photo URL is required',
  titleRequired: 'Title is Required',
  imageRequired: 'Photo is Required',
  userNameRequired: 'Name is Required',
  userEmailRequired: 'Email is Required',
  userPasswordRequired: 'Password is Required',
} as const;
