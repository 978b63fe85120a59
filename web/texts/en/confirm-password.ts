/** The question for the password before what cannot be taken back. */
export const confirmPassword = {
  title: 'Is it still you?',
  text: 'Your last sign-in is some time ago, and what comes next cannot be taken back. Please type your password; then it goes on.',
  password: 'Your password',
  required: 'Please type your password.',
  confirm: 'Confirm and go on',
  noPassword:
    'Your last sign-in is some time ago, and what comes next cannot be taken back. You have no password here: please sign in again, then do it once more. Nothing was changed.',
  signInWith: (provider: string): string => `Sign in again with ${provider}`,
} as const;
