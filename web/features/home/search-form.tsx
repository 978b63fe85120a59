import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { FormEvent, ReactElement } from 'react';
import { home } from '#texts/home';
import { formText } from '../../lib/form-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SuggestField } from '../search/suggest-field.tsx';

/** The search that a suggestion narrows down: none yet. */
const everything = {};

/** Leads to the search of all cars, also before the page has come to life: it is a plain form then. */
export function SearchForm(): ReactElement {
  const router = useRouter();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = formText(event.currentTarget, 'q').trim();
    const href = words === '' ? '/cars' : `/cars?${new URLSearchParams({ q: words, understand: '1' })}`;
    void router.navigate({ href });
  };
  return (
    <search className="find">
      <form action="/cars" method="get" onSubmit={search}>
        <label htmlFor="find">
          <span>{home.find.label}</span>
          <SuggestField id="find" name="q" placeholder={home.find.placeholder} maxLength={100} search={everything} />
        </label>
        <input type="hidden" name="understand" value="1" />
        <button className="btn btn--primary btn--lg" type="submit">
          <Icon of={Search} />
          {home.find.button}
        </button>
      </form>
    </search>
  );
}
