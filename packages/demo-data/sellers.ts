interface DemoSeller {
  readonly email: string;
  readonly name: string;
  readonly verified: boolean;
  /** The telephone number that is displayed to the buyers of the seller's cars. */
  readonly number?: string;
}

/** The sellers of the demo stock. The first two are the demo logins that the server prints. */
export const demoSellers = [
  { email: 'seller@carhouse.example', name: 'Seller One', verified: true, number: '9345 6789' },
  { email: 'seller2@carhouse.example', name: 'Seller Two', verified: false, number: '9456 7890' },
  { email: 'seller3@carhouse.example', name: 'Seller Three', verified: true },
  { email: 'seller4@carhouse.example', name: 'Seller Four', verified: true },
  { email: 'seller5@carhouse.example', name: 'Seller Five', verified: true },
  { email: 'seller6@carhouse.example', name: 'Seller Six', verified: true },
  { email: 'seller7@carhouse.example', name: 'Seller Seven', verified: false },
] as const satisfies readonly DemoSeller[];

export type DemoSellerNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export function makeSellerEmail(number: DemoSellerNumber): string {
  return demoSellers[number - 1]?.email ?? demoSellers[0].email;
}
