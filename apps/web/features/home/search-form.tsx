import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Search } from 'lucide-react';
import type { FormEvent, ReactElement } from 'react';
import { homeMessages } from '#messages/home';
import { readFormText } from '../../app/form-text.ts';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { SuggestField } from '../search/suggest-field.tsx';
import styles from './home-sections.module.css';

/** The budgets that can be chosen, in dollars. */
const budgets = [150_000, 400_000, 1_000_000] as const;
/** A search without filters. Choosing a suggestion adds the suggested filter. */
const emptySearch = {};

/** The search form of Home. Before hydration the search is a plain HTML form that opens the page of all cars. */
export function SearchForm(): ReactElement {
  const navigate = useNavigate();
  const openSearch = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const t = readFormText(event.currentTarget, 'q').trim();
    const maxPrice = readFormText(event.currentTarget, 'maxPrice');
    const typedSearch = {
      ...(t === '' ? {} : { q: t, understand: '1' as const }),
      ...(maxPrice === '' ? {} : { maxPrice: Number(maxPrice) }),
    };
    void navigate({ to: '/cars', search: typedSearch });
  };
  return (
    <search className={styles.find}>
      <form action="/cars" method="get" onSubmit={openSearch}>
        <label htmlFor="find">
          <span>{homeMessages.find.label}</span>
          <SuggestField
            id="find"
            name="q"
            placeholder={homeMessages.find.placeholder}
            maxLength={200}
            search={emptySearch}
          />
        </label>
        <label>
          <span>{homeMessages.find.budget}</span>
          <select name="maxPrice" defaultValue="">
            <option value="">{homeMessages.find.anyPrice}</option>
            {budgets.map((dollars) => (
              <option key={dollars} value={dollars}>
                {homeMessages.find.upTo(formatMoney(dollars))}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </label>
        <input type="hidden" name="understand" value="1" />
        <button className="btn btn--primary btn--lg" type="submit">
          <Icon of={Search} />
          {homeMessages.find.button}
        </button>
      </form>
    </search>
  );
}
