import type { Mutant } from './mutant.ts';

/** Mutants of sellers' public pages and of the preview images of shared links. */
export const shareMutants: readonly Mutant[] = [
  {
    name: 'PIC1',
    fault: 'a withdrawn car keeps the picture of its shared link',
    edits: [
      {
        file: 'apps/server/listings/present-share-card.ts',
        find: '  if (!isPublic(car.status)) return undefined;\n',
        replace: '',
      },
    ],
    tests: ['apps/server/listings/serve-share-cards.test.ts'],
  },
  {
    name: 'PIC2',
    fault: 'the picture of a shared link keeps its address when the price changes',
    edits: [
      {
        file: 'apps/server/listings/present-share-card.ts',
        find: '.update(JSON.stringify([shareCardDesignVersion, card, cover]))',
        replace: '.update(JSON.stringify([shareCardDesignVersion, card.name, cover]))',
      },
    ],
    tests: ['apps/server/listings/serve-share-cards.test.ts'],
  },
  {
    name: 'PIC3',
    fault: 'each request draws the picture of a shared link again',
    edits: [
      {
        file: 'apps/server/listings/serve-share-cards.ts',
        find: 'cache.get(version, () => CachedShareImage.create(context, describedCard))',
        replace: 'CachedShareImage.create(context, describedCard)',
      },
    ],
    tests: ['apps/server/listings/serve-share-cards.test.ts'],
  },
  {
    name: 'PIC4',
    fault: 'the image process decodes uploaded SVG after it has drawn a picture',
    edits: [
      {
        file: 'packages/images/share-card/draw-share-card.ts',
        find: "    sharp.block({ operation: ['VipsForeignLoadSvg'] });\n",
        replace: '',
      },
      {
        file: 'packages/images/prepare-image.ts',
        find: "  sharp.block({ operation: ['VipsForeignLoad'] });\n",
        replace: '',
      },
    ],
    tests: ['packages/images/share-card/draw-share-card.long.test.ts'],
  },
  {
    name: 'PIC5',
    fault: 'a seller without a public car has a public page',
    edits: [
      {
        file: 'packages/database/sellers/sellers.ts',
        find: " AND listing.status IN ('available', 'sold'))",
        replace: ')',
      },
    ],
    tests: ['apps/server/sellers/show-seller.test.ts'],
  },
  {
    name: 'PIC6',
    fault: 'refunded sales count as sales on the page of a seller',
    edits: [
      {
        file: 'packages/database/sellers/sellers.ts',
        find: "booking.status = 'paid' AND booking.paid_at",
        replace: 'booking.paid_at',
      },
    ],
    tests: ['apps/server/sellers/show-seller.test.ts'],
  },
  {
    name: 'PIC7',
    fault: 'the page of a suspended seller stays public',
    edits: [
      {
        file: 'packages/database/sellers/sellers.ts',
        find: "account.role = 'Seller' AND account.status = 'active'\n",
        replace: "account.role = 'Seller'\n",
      },
    ],
    tests: ['apps/server/sellers/show-seller.test.ts'],
  },
  {
    name: 'PIC8',
    fault: 'the cover of a demo car stays as small as at the first start',
    edits: [
      {
        file: 'apps/server/startup/store-drawing.ts',
        find: ".doUpdateSet({ width, height }).where('image.width', '<', width)",
        replace: '.doNothing()',
      },
    ],
    tests: ['apps/server/startup/draw-gallery.long.test.ts'],
  },
  {
    name: 'PIC9',
    fault: 'a long car touches the edge of its picture in a card',
    edits: [
      {
        file: 'packages/demo-data/drawing/crop.ts',
        find: 'return Math.min(scale, carWidthMaximum / length);',
        replace: 'return scale;',
      },
    ],
    tests: ['packages/demo-data/drawing/draw-car.test.ts'],
  },
];
