import type { SearchQuery } from '@carhouse/contract/search';
import { demoSellers } from '@carhouse/demo-data/sellers';
import { makeDemoListings } from '@carhouse/demo-data/stock';
import { computeMinimumParf, depreciationPerYear } from '@carhouse/domain/car/depreciation';
import { computeLargestLoanInstalment, computeMonthlyCost } from '@carhouse/domain/car/monthly-figures';
import { computeRoadTax } from '@carhouse/domain/car/road-tax';
import { findRates, loanRates, roadTaxRates } from '@carhouse/domain/car/running-rates';
import { computeYearlyMileage } from '@carhouse/domain/car/yearly-mileage';
import type { ListingId } from '@carhouse/domain/listing/listing';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { Catalogue } from '@carhouse/search/query/catalogue';
import type { CatalogueEntry } from '@carhouse/search/query/entry';
import { TextIndex } from '@carhouse/search/text/text-index';
import { namedFacets, Vocabulary } from '@carhouse/search/text/vocabulary';
import { makeLocalCatalogue } from '@carhouse/server/catalogue/answer-question';
import type { NearestListings } from '@carhouse/server/search/find-nearest';
import type { CompletedUnderstanding } from '@carhouse/server/search/read-query';
import { searchListings } from '@carhouse/server/search/search-listings';
import { generateListings, parfRules } from '../generate-listings.ts';
import { questionDay } from './question.ts';

/** The result of the search for a question, with the cars of all pages. */
export type StockAnswer = {
  readonly foundCars: readonly CatalogueEntry[];
  readonly unusedTexts: readonly string[];
  readonly searchUnderstanding: CompletedUnderstanding | null;
  readonly nearest: (Omit<NearestListings, 'ids'> & { readonly cars: readonly CatalogueEntry[] }) | null;
};

export type AskableStock = {
  readonly cars: readonly CatalogueEntry[];
  ask(question: string): Promise<StockAnswer>;
};

/**
 * Creates a stock in memory. The server's use case answers the questions in this process, without a worker thread and
 * without a database.
 */
export function makeAskableStock(cars: readonly CatalogueEntry[]): AskableStock {
  const catalogue = new Catalogue({ text: new TextIndex(), capacity: cars.length });
  for (const car of cars) catalogue.put(car);
  const vocabulary = new Vocabulary();
  vocabulary.updateCounts(Object.fromEntries(namedFacets.map((facet) => [facet, catalogue.listValues(facet)])));
  const carsById = new Map(cars.map((car) => [car.id, car]));
  const localCatalogue = makeLocalCatalogue({ catalogue, vocabulary, brandNames: new Map() });
  const context = { catalogue: localCatalogue, now: () => questionDay };
  const findCars = (ids: readonly ListingId[]) => ids.flatMap((id) => carsById.get(id) ?? []);
  return {
    cars,
    async ask(question) {
      const query: SearchQuery = { q: question, understand: '1', limit: 60 };
      const foundCars: CatalogueEntry[] = [];
      let page = await searchListings(context, query);
      const { understanding, nearestListings } = page;
      foundCars.push(...findCars(page.ids));
      while (page.next !== null && foundCars.length < 600) {
        page = await searchListings(context, { ...query, before: page.next });
        foundCars.push(...findCars(page.ids));
      }
      return {
        foundCars,
        unusedTexts: understanding?.unusedTexts ?? [],
        searchUnderstanding: understanding,
        nearest: nearestListings === null ? null : { ...nearestListings, cars: findCars(nearestListings.ids) },
      };
    },
  };
}

const dayMs = 86_400_000;

/** Makes the demo stock as the catalogue loads it. */
export function makeDemoStock(): readonly CatalogueEntry[] {
  const today = toSingaporeDay(questionDay);
  const rates = findRates(loanRates, today);
  const taxRates = findRates(roadTaxRates, today);
  const verified = new Map(demoSellers.map(({ email, verified: is }) => [email as string, is]));
  return makeDemoListings(questionDay).map((listing, index): CatalogueEntry => {
    const { facts } = listing;
    const price = listing.resalePriceCents;
    const postedAt = (questionDay.getTime() - listing.postedDaysAgo * dayMs) * 1_000;
    const depreciation = depreciationPerYear(
      { ...facts, price, arfPaid: facts.arfPaidCents, coeObtainedOn: null, coeRenewed: null },
      parfRules,
      today,
    );
    const parf = computeMinimumParf(
      { ...facts, arfPaid: facts.arfPaidCents, coeObtainedOn: null, coeRenewed: null },
      parfRules,
    );
    const tax = taxRates === undefined ? null : (computeRoadTax(facts, taxRates, today)?.perYear ?? null);
    const monthlyCost = computeMonthlyCost(depreciation, tax);
    const loanFacts = { ...facts, price, omv: facts.omvCents, yearsOfUse: listing.yearsOfUse };
    const instalment = rates === undefined ? null : computeLargestLoanInstalment(loanFacts, rates, today);
    return {
      id: `0189a000-0000-7000-8000-${index.toString(16).padStart(12, '0')}` as ListingId,
      shareGroup: listing.sellerEmail,
      sellerKind: 'private',
      verified: verified.get(listing.sellerEmail) ?? false,
      postedAt,
      newestAt: postedAt,
      price: Number(price),
      yearOfPurchase: listing.yearOfPurchase,
      yearsOfUse: listing.yearsOfUse,
      mileageKm: facts.mileageKm,
      yearlyMileage: computeYearlyMileage({ ...facts, yearsOfUse: listing.yearsOfUse }, today),
      seats: facts.seats,
      owners: facts.owners,
      depreciation: depreciation === null ? null : Number(depreciation),
      instalment: instalment === null ? null : Number(instalment),
      monthlyCost: monthlyCost === null ? null : Number(monthlyCost),
      roadTax: tax === null ? null : Number(tax),
      power: facts.powerKw,
      engineCc: facts.engineCc,
      omv: Number(facts.omvCents),
      arf: Number(facts.arfPaidCents),
      parf: parf === null ? null : Number(parf),
      coeCategory: facts.coeCategory === 'A' ? 1 : 2,
      coeExpiresOn: Date.parse(facts.coeExpiresOn) / dayMs,
      brand: listing.brand,
      title: listing.model,
      variant: facts.variant,
      body: facts.body,
      colour: facts.colour,
      fuel: facts.fuel,
      transmission: facts.transmission,
      location: listing.location,
      description: listing.description,
    };
  });
}

/** Makes a stock of invented cars of all makes. */
export function makeGeneratedStock(count: number): readonly CatalogueEntry[] {
  return [...generateListings({ count, today: toSingaporeDay(questionDay) })];
}
