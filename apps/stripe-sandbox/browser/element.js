import { openFrame } from './frame-link.js';

/** One card field for the shop's page, with the interface of an Element of Stripe.js. */

export const elementTypes = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];

const titles = {
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
};

/**
 * @param {'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc'} type
 * @param {Record<string, any>} given
 * @param {{ onBrand(brand: string): void, onDestroy(): void }} group
 */
export function makeElement(type, given, group) {
  let options = { ...given };
  /** @type {ReturnType<typeof openFrame> | null} */
  let link = null;
  /** @type {HTMLElement | null} */
  let container = null;
  /** @type {HTMLLabelElement[]} */
  let labels = [];
  let ready = false;
  /** @type {string[]} */
  let queued = [];
  /** @type {Map<string, Set<Function>>} */
  const listeners = new Map();

  const element = {
    _type: type,
    _frameName: () => (ready ? link?.name : undefined),
    /** @param {string} brand */
    _setBrand: (brand) => link?.send({ kind: 'brand', brand }),
    /** @param {string | HTMLElement} target */
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(found instanceof HTMLElement)) {
        throw new Error(
          `The selector you specified (${typeof target === 'string' ? target : 'an element'}) applies to no DOM elements that are currently on the page.`,
        );
      }
      if (container === found) return;
      element.unmount();
      container = found;
      container.replaceChildren();
      setState('StripeElement', 'base', true);
      setState('StripeElement--empty', 'empty', true);
      const scheme = options.style?.base?.colorScheme === 'dark' ? 'dark' : 'light';
      const page = `field.html?${new URLSearchParams({ type, scheme })}`;
      link = openFrame(container, page, titles[type], onMessage);
      const height = options.style?.base?.lineHeight ?? '1.2em';
      // A frame is transparent only when its colour scheme is the same inside and outside.
      Object.assign(link.frame.style, { border: '0', display: 'block', width: '100%', height, colorScheme: scheme });
      link.frame.style.fontSize = options.style?.base?.fontSize ?? '16px';
      labels = labelsOf(container);
      for (const label of labels) label.addEventListener('click', element.focus);
    },
    unmount() {
      for (const label of labels) label.removeEventListener('click', element.focus);
      link?.close();
      if (container !== null) {
        for (const state of ['focus', 'empty', 'invalid', 'complete'])
          setState(`StripeElement--${state}`, state, false);
      }
      [link, container, labels, ready] = [null, null, [], false];
    },
    destroy() {
      element.unmount();
      listeners.clear();
      group.onDestroy();
    },
    /** @param {Record<string, any>} changes */
    update(changes) {
      options = { ...options, ...changes };
      if (ready) link?.send({ kind: 'options', options: frameOptions() });
    },
    focus: () => order('focus'),
    blur: () => order('blur'),
    clear: () => order('clear'),
    /** @param {string} event @param {Function} listener */
    on(event, listener) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      if (event === 'ready' && ready) queueMicrotask(() => listener({ elementType: type }));
      return element;
    },
    /** @param {string} event @param {Function} listener */
    once(event, listener) {
      const first = (/** @type {unknown} */ payload) => {
        element.off(event, first);
        listener(payload);
      };
      return element.on(event, first);
    },
    /** @param {string} event @param {Function} [listener] */
    off(event, listener) {
      if (listener === undefined) listeners.delete(event);
      else listeners.get(event)?.delete(listener);
      return element;
    },
  };
  return element;

  /** @param {any} message */
  function onMessage(message) {
    if (message.kind === 'loaded') {
      ready = true;
      link?.send({ kind: 'options', options: frameOptions() });
      for (const each of queued) link?.send({ kind: each });
      queued = [];
      emit('ready', { elementType: type });
    }
    if (message.kind === 'height' && link !== null && message.height > 0)
      link.frame.style.height = `${message.height}px`;
    if (message.kind === 'change') {
      const { complete, empty, error, brand } = message.state;
      setState('StripeElement--complete', 'complete', complete);
      setState('StripeElement--empty', 'empty', empty);
      setState('StripeElement--invalid', 'invalid', error !== undefined);
      if (brand !== undefined) group.onBrand(brand);
      emit('change', { elementType: type, ...message.state, error });
    }
    if (message.kind === 'focus' || message.kind === 'blur') {
      setState('StripeElement--focus', 'focus', message.kind === 'focus');
      emit(message.kind, { elementType: type });
    }
    if (message.kind === 'escape') emit('escape', { elementType: type });
    // Enter in a text field submits its form. The browser does not do so for a field in a frame.
    if (message.kind === 'submit') container?.closest('form')?.requestSubmit();
  }

  /** @param {string} kind */
  function order(kind) {
    if (ready) link?.send({ kind });
    else queued.push(kind);
  }

  function frameOptions() {
    const { style, placeholder, disabled } = options;
    return JSON.parse(JSON.stringify({ style, placeholder, disabled }));
  }

  /** @param {string} className @param {string} name @param {boolean} on */
  function setState(className, name, on) {
    const own = String(options.classes?.[name] ?? className)
      .split(/\s+/)
      .filter(Boolean);
    for (const each of own) container?.classList.toggle(each, on);
  }

  /** @param {string} event @param {unknown} payload */
  function emit(event, payload) {
    // The list is copied, because a listener may remove itself while it is called.
    for (const listener of Array.from(listeners.get(event) ?? [])) listener(payload);
  }
}

/** @param {HTMLElement} container @returns {HTMLLabelElement[]} */
function labelsOf(container) {
  const around = container.closest('label');
  const named =
    container.id === ''
      ? []
      : [...document.querySelectorAll('label')].filter((label) => label.htmlFor === container.id);
  return around === null ? named : [around, ...named];
}
