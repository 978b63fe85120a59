import type { StripeElementStyle } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

/**
 * Returns the styles of the provider's fields, which the site's style sheets cannot reach: font, text, placeholder,
 * error.
 */
export function useCardStyle(): StripeElementStyle {
  const joinedColours = useSyncExternalStore(subscribe, readColours, () => '');
  const [ink, placeholder, danger, scheme] = joinedColours.split('|');
  return {
    base: {
      fontFamily: 'Archivo, "Helvetica Neue", Arial, sans-serif',
      fontSize: '16px',
      lineHeight: '1.7em',
      ...(ink ? { color: ink, iconColor: ink } : {}),
      ...(placeholder ? { '::placeholder': { color: placeholder } } : {}),
      ...(scheme ? { colorScheme: scheme } : {}),
    },
    invalid: danger ? { color: danger, iconColor: danger } : {},
  };
}

function subscribe(onChange: () => void): () => void {
  const themeObserver = new MutationObserver(onChange);
  themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const darkSchemeMediaQuery = matchMedia('(prefers-color-scheme: dark)');
  darkSchemeMediaQuery.addEventListener('change', onChange);
  return () => {
    themeObserver.disconnect();
    darkSchemeMediaQuery.removeEventListener('change', onChange);
  };
}

/** Returns the rgb() colours and the colour scheme as one text, because texts can be compared by value. */
function readColours(): string {
  const joinedColours = ['--ink', '--ink-3', '--danger-text'].map(readTokenColour);
  const chosenTheme = document.documentElement.dataset.theme;
  const isDark =
    chosenTheme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosenTheme === 'dark';
  return [...joinedColours, isDark ? 'dark' : 'light'].join('|');
}

/**
 * Returns the rgb() colour of a token. Each token is read with a new element. With reduced motion, every change of a
 * style takes one millisecond, so a reused element would still have the previous colour.
 */
function readTokenColour(token: string): string {
  const probeElement = document.createElement('span');
  probeElement.style.color = `var(${token})`;
  document.body.append(probeElement);
  const colour = convertToRgb(getComputedStyle(probeElement).color);
  probeElement.remove();
  return colour;
}

// The design tokens are oklch() colours, which the provider's fields may not support; painting a pixel converts them to
// rgb.
function convertToRgb(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const canvasContext = canvas.getContext('2d');
  if (canvasContext === null) return '';
  canvasContext.fillStyle = colour;
  canvasContext.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvasContext.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
