/**
 * The makes of each country or kind, by the word that buyers in Singapore use: `german`, `continental`, `exotic`. The
 * search reads its filter from this table, and a page names the filter by the same table, so that both agree.
 */
export const carMakesByGroup = {
  german: splitNames('Mercedes-Benz|BMW|Audi|Porsche|Volkswagen|Opel|MINI|Smart|Maybach'),
  japanese: splitNames('Toyota|Honda|Nissan|Mazda|Mitsubishi|Subaru|Suzuki|Lexus|Infiniti|Daihatsu|Isuzu'),
  korean: splitNames('Hyundai|Kia|Genesis|SsangYong'),
  italian: splitNames('Ferrari|Lamborghini|Maserati|Alfa Romeo|Fiat|Abarth|Pagani'),
  british: splitNames('Rolls-Royce|Bentley|Jaguar|Land Rover|MINI|Aston Martin|McLaren|Lotus|MG|Morgan'),
  french: splitNames('Peugeot|Citroen|Renault|DS|Alpine|Bugatti'),
  chinese: splitNames(
    'BYD|Xpeng|Zeekr|MG|GAC|Aion|Great Wall|Ora|Chery|Omoda|Jaecoo|Maxus|Denza|Geely|Deepal|Hongqi|NIO',
  ),
  american: splitNames('Tesla|Ford|Chevrolet|Jeep|Cadillac|Dodge|Chrysler|Lincoln'),
  swedish: splitNames('Volvo|Polestar|Saab|Koenigsegg'),
  continental: splitNames(
    'Mercedes-Benz|BMW|Audi|Porsche|Volkswagen|Volvo|MINI|Peugeot|Citroen|Renault|Skoda|SEAT|Opel|Jaguar|Land Rover|Ferrari|Lamborghini|Maserati|Alfa Romeo|Rolls-Royce|Bentley|Aston Martin|McLaren|Fiat|Polestar',
  ),
  exotic: splitNames('Ferrari|Lamborghini|McLaren|Bugatti|Pagani|Koenigsegg|Aston Martin'),
  premium: splitNames(
    'Mercedes-Benz|BMW|Audi|Porsche|Lexus|Rolls-Royce|Bentley|Maybach|Jaguar|Land Rover|Maserati|Ferrari|Lamborghini|Aston Martin|Genesis|Volvo|Infiniti|McLaren',
  ),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CarMakeGroup = keyof typeof carMakesByGroup;

function splitNames(names: string): readonly string[] {
  return names.split('|');
}
