/** Names of pages in the title of the window, where the specification has none. They are in the first file of every page. */
export const pageTitles = {
  forgotPassword: 'Forgot your password',
  addSecondStep: 'Second step',
  changePassword: 'Change your password',
  confirmEmail: 'Confirm your email',
  resetPassword: 'New password',
  firstAdmin: 'First admin',
  payment: 'Payment',
  receipt: 'Receipt',
  editCar: 'Edit',
} as const;

/** What is said of a session before any page is there. */
export const sessionMessages = {
  unreachable: 'The server cannot be reached. Check the connection and try again.',
  wrong: 'Something went wrong on our side. Please try again.',
  signOutFailed: 'Signing out did not work. Please try again.',
} as const;
