import { texts } from '@carhouse/contract/texts';

const { brandName } = texts;

/** Login, signup, the pages for passwords and confirmation, and the dialog when a session has ended. */
export const accountTexts = {
  /** The lines beside the picture. */
  lines: {
    buy: 'Every price, next to every other price.',
    sell: 'Sell to people who have seen the numbers.',
  },
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    presentPassword: 'Present password',
    newPassword: 'New password',
    photoUrl: 'Photo URL',
    photoUrlPlaceholder: 'https://',
    role: 'Role',
    showPassword: 'Show password',
  },
  rules: {
    label: 'Password rules',
    length: '6 characters or more',
    uppercase: 'Two uppercase letters',
    special: (characters: string) => `One of ${characters}`,
    kept: ', done',
    broken: ', missing',
  },
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  noGoogle: 'Google is not set up in this house. Please use your password.',
  somethingWrong: 'Something went wrong. Please try again.',
  signInFailed: 'Signing in did not work. Please try again.',
  photoFault: 'A photo URL starts with https:// or http://',
  needsLink: 'This page needs the link of a mail.',
  login: {
    title: 'Login',
    lead: 'Browse the collections, book a viewing, pay for a booking.',
    button: 'Login',
    forSignedIn: (page: string) => `${page} is for signed-in visitors. You go straight there after this.`,
    theDashboard: 'The dashboard',
    thatPage: 'That page',
    forgot: 'Forgot your password?',
    newHere: `New to ${brandName}?`,
    signup: 'Create an account',
  },
  signup: {
    title: 'Signup',
    lead: 'Buy or sell. You can do one with each email.',
    button: 'Signup',
    again: 'Try again',
    halfDone: (fault: string) =>
      `Your account is made, but saving the role did not work: ${fault} Nothing you typed is lost.`,
    haveAccount: 'Already have an account?',
    login: 'Login',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'We send you a link to choose a new one.',
    button: 'Send the link',
    sent: (email: string) => `If ${email} has an account here, a mail is on its way. Its link works for one hour.`,
    another: 'Use another address',
    back: 'Back to login',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'You are signed out everywhere and log in with it.',
    button: 'Set the password',
    done: 'Your new password is set. Please log in.',
    newLink: 'Ask for a new link',
  },
  firstAdmin: {
    title: 'Make the first admin',
    lead: 'This server has no admin yet. The link works once.',
    needsLink: 'This page needs the link that the server printed when it started.',
    button: 'Make the account',
    done: 'The admin account is made. Please log in.',
  },
  confirm: {
    title: 'Confirm your email',
    lead: 'This tells us that the address is yours.',
    button: 'Confirm my address',
    done: 'Thank you, your address is confirmed.',
    onwards: 'Go to the cars',
  },
  change: {
    title: 'Change your password',
    lead: 'Every other place where you are signed in is signed out.',
    required: `${brandName} has chosen your present password. Please choose one that only you know.`,
    button: 'Change the password',
    done: 'Your password is changed.',
    signOut: 'Sign out',
    back: 'Back to my profile',
  },
  /** Why a sign-in by Google or another provider ended (identity/openid-refusal.ts). */
  openidFaults: {
    'account-exists':
      'This address has an account with a password. Log in with the password; then connect the other way in under My Profile.',
    cancelled: 'You cancelled. Nothing has changed.',
    closed: 'This account is closed.',
    'connected-elsewhere': 'That account is connected to another one here, or another one is connected to yours.',
    'email-differs': 'That account has another e-mail address than yours here. Only the same address can be connected.',
    'email-not-usable': 'That account gives no e-mail address that can be used here.',
    'email-not-verified': 'The e-mail address of that account is not verified there yet.',
    expired: 'That took too long, or began in another window. Please try again.',
    'other-session': 'Somebody else is signed in here now. Please start again.',
    suspended: 'This account is suspended.',
    unavailable: 'The sign-in provider does not answer. Please try again, or log in with your password.',
  },
  sessionEnded: {
    title: 'Your session has ended',
    lead: 'Nothing that you typed is lost. Log in here and go on where you were.',
    notNow: 'Not now',
    inNewTab: 'It opens in a new tab. Come back here when you are signed in.',
    waiting: 'Waiting for your sign-in in the other tab.',
    back: {
      title: 'You are signed in again',
      lead: 'What you were about to do has not been done yet.',
      go: 'Do it now',
    },
    other: {
      title: 'Somebody else is signed in now',
      lead: (name: string, before: string) =>
        `You logged in as ${name}. What was about to be done belongs to ${before}, so it was not done.`,
      go: 'Go on',
    },
  },
  notRecent: {
    title: 'Is it you?',
    lead: 'This needs a sign-in of the last 15 minutes. Please give your password once more.',
    button: 'Go on',
  },
} as const;
