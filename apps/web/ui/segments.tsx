import { type ReactElement, useId, useState } from 'react';

type SegmentsProps<Value extends string> = {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
};

/**
 * A group of buttons of which one is chosen. A new choice is marked immediately, even while the page for this choice is
 * still loading.
 */
export function Segments<Value extends string>(props: SegmentsProps<Value>): ReactElement {
  const { label, options, value, onChoose } = props;
  const name = useId();
  const [pickedValue, setPickedValue] = useState(value);
  const [knownValue, setKnownValue] = useState(value);
  if (knownValue !== value) {
    setKnownValue(value);
    setPickedValue(value);
  }
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === pickedValue}
            onChange={() => {
              setPickedValue(option.value);
              onChoose(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
