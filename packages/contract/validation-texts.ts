/**
 * What the specification says of fields that are empty or too short, to the letter. In a file without the other texts: the
 * public pages show no such form.
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
