import { Search } from 'lucide-react';
import type { FormEvent, ReactElement, Ref } from 'react';
import { searchMessages } from '#messages/search';
import { sharedMessages } from '#messages/shared';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';
import { getQuestionText } from './search-parts.ts';
import { SuggestField } from './suggest-field.tsx';

type SearchBoxProps = {
  readonly id: string;
  readonly ref: Ref<HTMLFormElement>;
  readonly search: CarSearch;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** Parameters of a search without a field on the page: the form submits them as hidden fields. */
const parameterNamesWithoutField = [
  'said',
  'fromText',
  'literal',
  'minYearsOfUse',
  'maxYearsOfUse',
  'maxCoeMonths',
  'minCoeEnd',
  'maxCoeEnd',
  'minYearlyMileage',
  'maxYearlyMileage',
  'minInstalment',
  'maxInstalment',
  'minMonthlyCost',
  'maxMonthlyCost',
  'minRoadTax',
  'maxRoadTax',
  'minPower',
  'maxPower',
  'minEngineCc',
  'maxEngineCc',
  'minOmv',
  'maxOmv',
  'minArf',
  'maxArf',
  'minParf',
  'maxParf',
  'coeCategory',
  'prefer',
  'preferOnly',
  'postedWithin',
] as const;

/** The field for the search text, and the form that all fields of the search belong to. */
export function SearchBox({ id, ref, search, onSubmit }: SearchBoxProps): ReactElement {
  return (
    <search>
      <form className={styles.carSearchQuery} id={id} ref={ref} method="get" action="/cars" onSubmit={onSubmit}>
        <Icon of={Search} />
        <SuggestField
          name="q"
          defaultValue={getQuestionText(search)}
          maxLength={200}
          placeholder={searchMessages.example}
          aria-label={searchMessages.label}
          search={search}
        />
        <input type="hidden" name="understand" value="1" />
        <input type="hidden" name="lastText" value={getQuestionText(search)} />
        {search.said === undefined ? null : <input type="hidden" name="lastWords" value={search.q ?? ''} />}
        {parameterNamesWithoutField.map((name) =>
          search[name] === undefined ? null : <input key={name} type="hidden" name={name} value={search[name]} />,
        )}
        <button className="btn btn--primary btn--lg" type="submit">
          {sharedMessages.search}
        </button>
      </form>
    </search>
  );
}
