import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { FormEvent, ReactElement } from 'react';
import { home } from '#texts/home';
import { formText } from '../../lib/form-text.ts';
import { Icon } from '../../ui/icon.tsx';

/** Leads to the search of all cars, also before the page has come to life: it is a plain form then. */
export function SearchForm(): ReactElement {
  const router = useRouter();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = formText(event.currentTarget, 'q').trim();
    const href = words === '' ? '/cars' : `/cars?${new URLSearchParams({ q: words })}`;
    void router.navigate({ href });
  };
  return (
    <search className="find">
      <form action="/cars" method="get" onSubmit={search}>
        <label>
          <span>{home.find.label}</span>
          <input name="q" type="search" placeholder={home.find.placeholder} maxLength={200} enterKeyHint="search" />
        </label>
        <button className="btn btn--primary btn--lg" type="submit">
          <Icon of={Search} />
          {home.find.button}
        </button>
      </form>
    </search>
  );
}
