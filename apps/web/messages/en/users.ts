import { formatCountWithNoun } from '../../ui/format.ts';

type ListedRole = 'Seller' | 'Buyer';

const statusChanges = { suspend: 'Suspend', unverify: 'Un-verify', reinstate: 'Reinstate' } as const;
type StatusChange = keyof typeof statusChanges;

const formatUserCount = (role: ListedRole, count: number): string =>
  role === 'Seller' ? formatCountWithNoun(count, 'seller', 'sellers') : formatCountWithNoun(count, 'buyer', 'buyers');

/** Texts of the lists of sellers and buyers, and of an admin's actions on an account. */
export const userMessages = {
  lead: (role: ListedRole, count: number, unverifiedCount: number, suspendedCount: number): string =>
    [
      formatUserCount(role, count),
      role === 'Seller' && unverifiedCount > 0 ? `${unverifiedCount} to verify` : '',
      suspendedCount > 0 ? `${suspendedCount} suspended` : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  caption: { Seller: 'Sellers', Buyer: 'Buyers' },
  search: 'Name or email',
  show: 'Show',
  standings: { all: 'All', unverified: 'To verify', verified: 'Verified', suspended: 'Suspended' },
  shown: (role: ListedRole, shownCount: number, all: number | undefined): string =>
    all === undefined || all === shownCount
      ? formatUserCount(role, shownCount)
      : `${shownCount} of ${formatUserCount(role, all)}`,
  columns: {
    name: 'Name and email',
    email: 'Email',
    role: 'Role',
    cars: 'Cars',
    sold: 'Sold',
    orders: 'Orders',
    joined: 'Joined',
    status: 'Status',
    actions: 'Actions',
    more: 'More actions',
    phone: 'Phone',
    lastReason: 'Last reason',
  },
  suspended: 'Suspended',
  notShown: 'not shown',
  verifyNamed: (name: string): string => `Verify ${name}`,
  deleteNamed: (name: string): string => `Delete ${name}`,
  actionsFor: (name: string): string => `Actions for ${name}`,
  personPage: 'Cars, orders and audit',
  theirCars: 'Cars',
  theirAudit: 'Audit of the account',
  theirActs: 'What they did',
  failed: { Seller: 'The sellers could not be loaded', Buyer: 'The buyers could not be loaded' },
  none: { Seller: 'No sellers yet', Buyer: 'No buyers yet' },
  noneHint: 'People who sign up or are created appear here.',
  noMatch: 'Nobody matches',
  noMatchHint: 'Try a shorter part of the name or of the email, or show everybody.',
  showAll: 'Show everybody',
  gone: (email: string): string => `${email} has already been deleted by another admin`,
  verifiedBefore: 'Another admin has already verified this seller',
  deleting: {
    Seller: (cars: number): string =>
      `${cars === 0 ? 'No car of theirs is on sale.' : `${formatCountWithNoun(cars, 'car leaves', 'cars leave')} every list at once.`} Open bookings of their cars are cancelled and the buyers are told. Paid orders and their records stay. This cannot be undone.`,
    Buyer: (orders: number): string =>
      `${orders === 0 ? 'They have no orders.' : 'Their unpaid orders are cancelled and the sellers are told.'} Their wish list goes. Paid orders and their records stay. This cannot be undone.`,
  },
  keep: 'Nothing was deleted.',
  secondStep: {
    reset: 'Reset the second step',
    named: (name: string): string => `Reset the second step of ${name}`,
    question: 'Reset their second step?',
    effect:
      'For people who have lost their phone and their recovery codes. Their sessions end, and they get a mail about it.',
    done: (email: string): string => `The second step of ${email} is reset.`,
    none: (email: string): string => `${email} has no second step.`,
  },
  standing: {
    choices: statusChanges,
    /**
     * The accessible name of an action. The accessible name begins with the text of the button, so that voice control
     * finds the button.
     */
    named: (change: StatusChange, name: string): string => `${statusChanges[change]} ${name}`,
    question: (change: StatusChange, name: string): string => `${statusChanges[change]} ${name}?`,
    effects: {
      suspend: {
        Seller:
          'Every session ends, their cars leave every list at once, open bookings of the cars are cancelled and the buyers are told. Nothing is deleted.',
        Buyer: 'Every session ends, their unpaid orders are cancelled and the sellers are told. Nothing is deleted.',
        admin: 'Every session ends at once, and they cannot act as an admin any more. Nothing is deleted.',
      },
      unverify: 'Their cars lose the verified tick at once. They stay on sale.',
      reinstate: {
        Seller: 'They may sign in again, and their cars are back in the lists. Cancelled bookings stay cancelled.',
        Buyer: 'They may sign in again. Cancelled orders stay cancelled.',
        admin: 'They may sign in again, and act as an admin.',
      },
    },
    reason: 'Reason',
    reasonHint: 'For the other admins',
    reasonRequired: 'Please say why',
    lastReason: (reason: string): string => `Last reason: ${reason}`,
    number: 'Phone',
    done: {
      suspend: (email: string): string => `${email} is suspended`,
      unverify: (email: string): string => `${email} is not verified any more`,
      reinstate: (email: string): string => `${email} may sign in again`,
    },
    already: 'Another admin has already done this',
  },
  admins: {
    lead: 'People who may do everything that an admin does. Admins cannot change their own account status here.',
    caption: 'Admins',
    shown: (shownCount: number): string => formatCountWithNoun(shownCount, 'admin', 'admins'),
    failed: 'The admins could not be loaded',
    none: 'No admins',
    noneHint: 'Another admin is made with Create User.',
    you: 'You',
    waiting: 'Waiting for a second admin',
    state: 'State',
    active: 'Active',
  },
  create: {
    lead: 'The only way to make another admin.',
    role: 'Role',
    name: 'Name',
    email: 'Email',
    number: 'Number',
    image: 'Photo',
    drop: 'Drop a photo here',
    orChoose: ', or choose a file',
    choose: 'Choose a photo',
    imageHint: 'JPEG, PNG, WebP, AVIF or HEIC',
    kept: 'Nothing that you typed is lost.',
    passwordHint: 'They choose a password of their own at the first sign-in.',
  },
} as const;
