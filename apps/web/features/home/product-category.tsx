import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { useClient } from '../../app/api.ts';
import { formatCountWithNoun, formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { brandsQuery, type PreviewedBrand, previewQuery } from '../listings/browse/listing-queries.ts';
import styles from './home-page.module.css';
import homeSectionsStyles from './home-sections.module.css';

const rows = [
  { brand: 'rolls', name: texts.previews.rolls, to: '/rolls' },
  { brand: 'mercedes', name: texts.previews.mercedes, to: '/mercedes' },
  { brand: 'tesla', name: texts.previews.teslas, to: '/tesla' },
] as const;

/** The previews of three brands, with their See More links (specification, section 2). */
export function ProductCategory(): ReactElement {
  return (
    <section className={`section ${homeSectionsStyles.sectionLast}`} aria-labelledby="product-category">
      <div className="wrap">
        <div className={styles.sectionHead}>
          <h2 id="product-category">{texts.productCategory}</h2>
        </div>
        <div className={styles.category}>
          {rows.map((row) => (
            <PreviewRow key={row.brand} {...row} />
          ))}
        </div>
      </div>
    </section>
  );
}

type RowProps = { brand: PreviewedBrand; name: string; to: '/rolls' | '/mercedes' | '/tesla' };

function PreviewRow({ brand, name, to }: RowProps): ReactElement {
  const client = useClient();
  const { data: cars } = useQuery(previewQuery(client, brand));
  const { data: brands = [] } = useQuery(brandsQuery(client));
  const brandOnSale = brands.find((row) => row.pagePath === to);
  return (
    <div className={styles.categoryRow}>
      <div className={styles.categoryName}>
        <div>
          <h3 className="word">{name}</h3>
          {/* The number may differ from the server's HTML, because the browser may have loaded the brands again. */}
          <p className="num" suppressHydrationWarning>
            {brandOnSale === undefined ? '' : describeCountAndLowestPrice(brandOnSale)}
          </p>
        </div>
        <Link className="link" to={to}>
          {texts.seeMore}
          <span className="visually-hidden">{homeSectionMessages.seeMoreOf(name)}</span> <Icon of={ArrowRight} />
        </Link>
      </div>
      <div className={styles.categoryPics}>
        {cars === undefined ? <PreviewPlaceholders /> : cars.slice(0, 3).map(renderPreviewCard)}
      </div>
    </div>
  );
}

function describeCountAndLowestPrice({ cars, lowestPrice }: { cars: number; lowestPrice: number | null }): string {
  const lowestPriceText = lowestPrice === null ? '' : homeSectionMessages.previewFrom(formatMoney(lowestPrice));
  return `${formatCountWithNoun(cars, ...homeSectionMessages.previewCars)}${lowestPriceText}`;
}

function renderPreviewCard(car: Product): ReactElement {
  return (
    <figure key={car._id}>
      <div className={styles.pic}>
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 30vw, 46vw"
        />
      </div>
      <figcaption>
        <b>{car.title}</b>
        <span className="num">{formatMoney(car.resalePrice)}</span>
      </figcaption>
    </figure>
  );
}

/** Placeholders that keep the size of the row while its preview is loading. */
function PreviewPlaceholders(): ReactElement {
  return (
    <>
      {['first', 'second', 'third'].map((framePosition) => (
        <figure key={framePosition}>
          <div className={styles.pic}>
            <ResponsiveImage url="" size={null} alt="" sizes="1px" />
          </div>
        </figure>
      ))}
    </>
  );
}
