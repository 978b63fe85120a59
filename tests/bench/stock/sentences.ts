/** The values that a sentence may mention. */
export type SentenceDetails = {
  readonly make: string;
  readonly title: string;
  readonly variant: string;
  readonly location: string;
  readonly colour: string;
  readonly year: number;
  readonly km: string;
  readonly owners: string;
  readonly firstEquipment: string;
  readonly secondEquipment: string;
};

/** Sentences with which descriptions begin. Sentences of `sentences` are added until a description is long enough. */
export const openingSentences: readonly ((details: SentenceDetails) => string)[] = [
  (t) => `${t.make} ${t.title} of ${t.year} in ${t.colour}, driven with care around ${t.location}.`,
  (t) => `This ${t.title} has ${t.km} on the clock and ${t.owners}.`,
  (t) => `My ${t.colour} ${t.make} has to make room for a bigger car.`,
  (t) => `${t.title} ${t.variant}, first registered in ${t.year}, viewing in ${t.location}.`,
  (t) => `A tidy ${t.make} ${t.title} with ${t.firstEquipment} and ${t.secondEquipment}.`,
  (t) => `${t.colour} over black, ${t.owners}, ${t.km}.`,
  (t) => `We bought this ${t.title} new in ${t.year} and kept every invoice.`,
  (t) => `Selling on behalf of a neighbour in ${t.location}: ${t.make} ${t.title} ${t.variant}.`,
  (t) => `The ${t.variant} with ${t.firstEquipment}; there are few of this ${t.title} left.`,
  (t) => `Weekend ${t.title}, parked under shelter in ${t.location} since ${t.year}.`,
];

export const sentences: readonly ((details: SentenceDetails) => string)[] = [
  (t) => `Comes with ${t.firstEquipment} and ${t.secondEquipment}.`,
  (t) => `Serviced every ten thousand kilometres at a workshop near ${t.location}.`,
  () => 'Tyres changed last year, brakes have plenty left.',
  () => 'No accident, inspection welcome at a centre of your choice.',
  (t) => `The ${t.colour} paint was polished and coated last month.`,
  () => 'Air-conditioning is cold even in the afternoon sun.',
  () => 'Gearbox shifts smoothly, engine mounts were replaced.',
  (t) => `${t.firstEquipment} works as it should; a spare key is there as well.`,
  () => 'Road tax paid for another six months.',
  () => 'Price is for a quick deal, sensible offers are heard.',
  (t) => `Trade-in of another ${t.make} is possible.`,
  () => 'Loan can be arranged through any bank.',
  (t) => `Fitted by the previous owner: ${t.firstEquipment}.`,
  () => 'Small scratch on the rear bumper, see the last picture.',
  () => 'Battery and spark plugs are new.',
  () => 'Seats were never used by children or pets.',
  (t) => `Please write before you come to ${t.location}, evenings are best.`,
  () => 'Handover within a week once the papers are done.',
  (t) => `The previous owner looked after the ${t.title} at the agent.`,
  () => 'Used for the daily way to work only.',
  () => 'Never flooded, never used for private hire.',
  () => 'Ex private hire, cleaned and resprayed before the sale.',
  (t) => `${t.secondEquipment} was added in ${t.year + 1}.`,
  () => 'Fuel consumption is better than the brochure says.',
  () => 'Suspension is quiet, bushings done recently.',
  () => 'First to view will buy.',
  () => 'Warranty of the dealer runs until next summer.',
  (t) => `Ask for the report of ${t.firstEquipment} if you want to see it.`,
  () => 'Deposit refundable when the inspection finds something.',
  () => 'Interior smells new, carpets were shampooed.',
];

/** Equipment that a description may name. */
export const equipment: readonly string[] =
  'a reverse camera|a panoramic roof|ventilated seats|leather seats|memory seats|a heads-up display|adaptive cruise control|lane assist|blind spot monitors|wireless charging|Apple CarPlay|Android Auto|a Harman Kardon system|a Bose system|a Burmester system|keyless entry|a powered tailgate|LED headlamps|matrix headlamps|ambient lighting|19-inch rims|20-inch rims|sports exhaust|a sunroof|paddle shifters|air suspension|a dash camera|solar film|rear blinds|roof rails|a tow bar|a home charger|rear entertainment|captain seats|a third row|a digital cluster|massage seats|heated mirrors|an electric parking brake|a spoiler|a carbon bonnet|coilovers|big brakes|ceramic coating|a racing harness|an alarm with tracker|parking sensors|auto park|night vision|a cooled glove box|dual-zone climate|tyre pressure sensors|fog lamps|running boards|a cargo tray|rubber mats|a full-size spare|limited-slip differential|launch control|a sport button|rear-wheel steering|acoustic glass|soft-close doors|a fragrance dispenser|gesture control|a wind deflector|child seat anchors|privacy glass|chrome delete|a two-tone roof'.split(
    '|',
  );

/** The colours, the most frequent colour first. */
export const colours = [
  'White',
  'Black',
  'Grey',
  'Silver',
  'Blue',
  'Red',
  'Brown',
  'Beige',
  'Bronze',
  'Green',
  'Orange',
  'Gold',
  'Yellow',
  'Purple',
  'Maroon',
  'Pink',
] as const;
