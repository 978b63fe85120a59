import { sellers } from '@carhouse/contract/accounts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { feeMessages } from '#messages/fees';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';
import { useDebounced } from '../../app/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { foundSellersQuery } from './fee-queries.ts';
import styles from './fees-page.module.css';

const t = feeMessages.form;
/** Milliseconds without a key press after which the search starts. */
const debounceMs = 300;

type FoundSeller = { readonly _id: string; readonly name: string; readonly email: string };

/** A search for one seller. The found sellers are shown as buttons; the chosen seller replaces the search. */
export function SellerChoice({
  error,
  onChoose,
}: {
  error: string | undefined;
  /** The function is called with the id of the chosen seller, and with an empty text when the choice is undone. */
  onChoose: (id: string) => void;
}): ReactElement {
  const [chosenSeller, setChosenSeller] = useState<FoundSeller>();
  const chooseSeller = (seller: FoundSeller | undefined) => {
    setChosenSeller(seller);
    onChoose(seller?._id ?? '');
  };
  if (chosenSeller === undefined) return <SellerSearch error={error} onChoose={chooseSeller} />;
  return (
    <div className={styles.chosen}>
      <Field label={t.seller} value={`${chosenSeller.name}, ${chosenSeller.email}`} readOnly error={error} />
      {/* The button that was pressed has been removed, so this button gets the focus. */}
      <Button ref={(button) => button?.focus()} onClick={() => chooseSeller(undefined)}>
        {t.otherSeller}
      </Button>
    </div>
  );
}

type SearchProps = { readonly error: string | undefined; readonly onChoose: (seller: FoundSeller) => void };

function SellerSearch({ error, onChoose }: SearchProps): ReactElement {
  const client = useClient();
  const [typedText, setTypedText] = useState('');
  const search = useDebounced(typedText.trim(), debounceMs);
  const sellersResult = useQuery(
    search === ''
      ? { queryKey: makeQueryKey(sellers, 'found'), queryFn: skipToken }
      : foundSellersQuery(client, search),
  );
  const foundSellers: readonly FoundSeller[] = search === '' ? [] : (sellersResult.data ?? []);
  const fieldRef = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.search}>
      <Field
        ref={fieldRef}
        type="search"
        label={t.seller}
        hint={t.sellerHint}
        autoComplete="off"
        maxLength={100}
        value={typedText}
        error={sellersResult.isError ? t.sellersFailed : error}
        onChange={(event) => setTypedText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Without this handler, the key Enter would submit the whole form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p className="visually-hidden" role="status">
        {search === '' || sellersResult.data === undefined ? '' : t.sellersFound(foundSellers.length)}
      </p>
      {foundSellers.length === 0 ? (
        search === '' || sellersResult.data === undefined ? null : (
          <p className="muted small">{t.sellersFound(0)}</p>
        )
      ) : (
        <ul className={styles.found}>
          {foundSellers.map((seller) => (
            <li key={seller._id}>
              <button type="button" aria-label={t.choose(seller.name, seller.email)} onClick={() => onChoose(seller)}>
                <b>{seller.name}</b>
                <span>{seller.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
