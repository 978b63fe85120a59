import { brandOf, formatCvc, formatExpiry, formatNumber, readCvc, readExpiry, readNumber } from './card-input.js';

/**
 * One field in its own frame. The shop's page receives whether the input is complete, its brand and its error, but
 * never the digits. Only the controller frame, which has the same origin, may read the digits through
 * `window.sandboxField`.
 *
 * @typedef {'number' | 'expiry' | 'cvc'} Part
 */

const query = new URLSearchParams(location.search);
const frameName = window.name;
const elementType = query.get('type') ?? 'cardNumber';

/** @type {Record<string, Part[]>} */
const partsOf = { cardNumber: ['number'], cardExpiry: ['expiry'], cardCvc: ['cvc'], card: ['number', 'expiry', 'cvc'] };
const parts = partsOf[elementType] ?? [];

const attributes = {
  number: {
    label: 'Credit or debit card number',
    name: 'cardnumber',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  },
  expiry: {
    label: 'Credit or debit card expiration date',
    name: 'exp-date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
  },
  cvc: { label: 'Credit or debit card CVC/CVV', name: 'cvc', autocomplete: 'cc-csc', placeholder: 'CVC' },
};

/** @type {Map<Part, HTMLInputElement>} */
const inputs = new Map(parts.map((part) => [part, makeInput(part)]));
/**
 * The parts from which the buyer has moved the focus away. Missing digits may be reported for these parts only.
 * @type {Set<Part>}
 */
const left = new Set();
let siblingBrand = 'unknown';
/** @type {Record<string, Record<string, unknown>>} */
let style = {};
let lastState = '';

Object.assign(window, { sandboxField: { read, showError } });
document.documentElement.style.colorScheme = query.get('scheme') ?? 'light';
document.querySelector('#field')?.append(...inputs.values());
addEventListener('message', (event) => {
  if (event.source === parent && event.data?.sandboxCardProvider === frameName) obey(event.data);
});
tell({ kind: 'loaded' });

/** @param {Part} part */
function makeInput(part) {
  const input = document.createElement('input');
  const { label, name, autocomplete, placeholder } = attributes[part];
  input.className = part;
  input.setAttribute('aria-label', label);
  input.setAttribute('aria-invalid', 'false');
  Object.assign(input, { name, autocomplete, placeholder, inputMode: 'numeric', type: 'text', spellcheck: false });
  input.addEventListener('input', () => onInput(part, input));
  input.addEventListener('focus', () => tell({ kind: 'focus' }));
  input.addEventListener('blur', () => {
    if (input.value !== '') left.add(part);
    report();
    tell({ kind: 'blur' });
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') tell({ kind: 'submit' });
    if (event.key === 'Escape') tell({ kind: 'escape' });
  });
  return input;
}

/** @param {Part} part @param {HTMLInputElement} input */
function onInput(part, input) {
  const typed = input.value;
  const digitsBefore = typed.slice(0, input.selectionStart ?? typed.length).replace(/\D/g, '').length;
  const atEnd = input.selectionStart === typed.length;
  let formatted =
    part === 'number' ? formatNumber(typed) : part === 'cvc' ? formatCvc(typed, brand()) : formatExpiry(typed);
  // When the separator is deleted, formatting must not add it again.
  if (part === 'expiry' && /^\d{2} \/?$/.test(typed)) formatted = typed.slice(0, 1);
  input.value = formatted;
  if (!atEnd) {
    const caret = placeAfter(formatted, digitsBefore);
    input.setSelectionRange(caret, caret);
  }
  left.delete(part);
  report();
}

/** @param {string} text @param {number} digits */
function placeAfter(text, digits) {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text[place] ?? '')) seen += 1;
  }
  return text.length;
}

function brand() {
  const number = inputs.get('number');
  return number === undefined ? siblingBrand : brandOf(number.value).name;
}

/**
 * Reads all parts, for the controller frame. @returns {{ part: Part, reading: import('./card-input.js').Reading }[]}
 */
function read() {
  return parts.map((part) => {
    const text = inputs.get(part)?.value ?? '';
    const reading =
      part === 'number' ? readNumber(text) : part === 'cvc' ? readCvc(text, brand()) : readExpiry(text, new Date());
    return { part, reading };
  });
}

/** Displays the errors of missing input, after the buyer tried to pay. */
function showError() {
  for (const part of parts) left.add(part);
  report();
}

function report() {
  const all = read();
  const errors = all.map(({ part, reading }) => {
    const error = reading.error ?? (left.has(part) && !reading.complete ? reading.incomplete : null);
    inputs.get(part)?.setAttribute('aria-invalid', String(error !== null));
    return error;
  });
  const first = errors.find((error) => error !== null);
  const state = {
    complete: all.every(({ reading }) => reading.complete),
    empty: all.every(({ reading }) => reading.empty),
    error: first ? { type: 'validation_error', ...first } : undefined,
    ...(inputs.has('number') ? { brand: brand() } : {}),
    ...(elementType === 'card' ? { value: { postalCode: '' } } : {}),
  };
  paint(state.error !== undefined ? 'invalid' : state.complete ? 'complete' : state.empty ? 'empty' : 'base');
  // The listener assumes that a new field is empty and untouched, so that state is not reported.
  const news = JSON.stringify(state) !== lastState && (lastState !== '' || !state.empty || first !== undefined);
  lastState = JSON.stringify(state);
  if (news) tell({ kind: 'change', state });
}

/** @param {Record<string, any>} order */
function obey(order) {
  const [first] = inputs.values();
  if (order.kind === 'options') {
    style = order.options.style ?? {};
    for (const [part, input] of inputs) {
      input.placeholder = order.options.placeholder ?? attributes[part].placeholder;
      input.disabled = order.options.disabled === true;
    }
    if (elementType === 'card') for (const [part, input] of inputs) input.placeholder = attributes[part].placeholder;
    report();
    tell({ kind: 'height', height: first?.getBoundingClientRect().height ?? 0 });
  }
  if (order.kind === 'brand') {
    siblingBrand = order.brand;
    report();
  }
  if (order.kind === 'focus') first?.focus();
  if (order.kind === 'blur') for (const input of inputs.values()) input.blur();
  if (order.kind === 'clear') {
    for (const input of inputs.values()) input.value = '';
    left.clear();
    report();
  }
}

/**
 * Applies the shop's colours and fonts to the input. `::placeholder` uses a variable of field.css.
 * @param {string} variant
 */
function paint(variant) {
  const chosen = { ...style.base, ...(variant === 'base' ? {} : style[variant]) };
  const placeholder = {
    .../** @type {any} */ (style.base)?.['::placeholder'],
    .../** @type {any} */ (chosen)['::placeholder'],
  };
  document.documentElement.style.setProperty('--placeholder', String(placeholder.color ?? '#757680'));
  // A wrong value is shown by colour and by aria-invalid, also when the shop sets no style for it.
  const fallback = variant === 'invalid' ? '#df1b41' : '#30313d';
  for (const input of inputs.values()) {
    input.style.color = typeof chosen.color === 'string' ? chosen.color : fallback;
    for (const name of /** @type {const} */ ([
      'fontFamily',
      'fontSize',
      'fontWeight',
      'fontStyle',
      'letterSpacing',
      'lineHeight',
      'textAlign',
    ])) {
      const value = /** @type {Record<string, unknown>} */ (chosen)[name];
      if (typeof value === 'string' || typeof value === 'number') input.style[name] = String(value);
    }
  }
}

/** @param {Record<string, unknown>} message */
function tell(message) {
  parent.postMessage({ sandboxCardProvider: frameName, ...message }, '*');
}
