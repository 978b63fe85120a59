/** Texts of requests that wait for a second admin. */
export const approvalMessages = {
  title: 'Waiting for a second admin',
  lead: 'It takes effect once another admin has confirmed it.',
  newAdmin: (subject: string): string => `New admin: ${subject}`,
  refund: (car: string, amount: string): string => `Refund of ${amount}: ${car}`,
  asked: (actorName: string, until: string): string => `Asked for by ${actorName}, open until ${until}`,
  you: 'you',
  confirm: 'Confirm',
  reject: 'Reject',
  withdraw: 'Take back',
  done: {
    waiting: 'It is still waiting',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    withdrawn: 'Taken back',
    expired: 'It has expired',
  },
  refundWaits: 'Another admin has to confirm this refund. It is listed above.',
  adminWaits: 'Another admin has to confirm the new admin',
};
