/**
 * The specification's error texts, in its exact words, for form fields that are empty or too short. The texts are in a
 * separate file, so that the public pages, whose forms do not need these texts, do not load the file.
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
