import { METHODS } from 'node:http';
import type { ProductText } from './product-text.ts';

const samplePattern =
  /^((?:carhouse|process|nodejs)_[a-z0-9_]+)(?:\{(.*)\})? ([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf)|NaN)$/i;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
/** Labels whose values the code or Node chooses, each with a pattern that matches no sentence. */
const patternByLabel: Readonly<Record<string, RegExp>> = {
  node: /^\d{1,4}$/,
  status: /^\d{3}$/,
  le: /^[\d.+Inf]+$/,
  quantile: /^[\d.]+$/,
  limit: /^[a-zA-Z]{1,40}$/,
  cache: /^[a-z -]{1,40}$/,
  from: /^[a-z]{1,20}$/,
  kind: /^[a-z]{1,30}$/,
  type: /^[A-Za-z]{1,30}$/,
  space: /^[a-z_]{1,30}$/,
  version: /^v[\d.]{1,20}$/,
  major: /^\d+$/,
  minor: /^\d+$/,
  patch: /^\d+$/,
};

/** Returns from the answer of /metrics the samples of known metrics whose label values are names from the code. */
export function selectKnownMetrics(text: string, productText: ProductText): string {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const keptLines = lines.filter((line) => isKnownSample(line, productText));
  return `${[`${lines.length} samples, ${lines.length - keptLines.length} left out`, ...keptLines].join('\n')}\n`;
}

function isKnownSample(line: string, productText: ProductText): boolean {
  const [, name, labels = ''] = samplePattern.exec(line) ?? [];
  if (name === undefined) return false;
  const labelMatches = [...labels.matchAll(labelPattern)];
  if (labelMatches.map(([whole]) => whole).join(',') !== labels) return false;
  return labelMatches.every(([, label = '', value = '']) => {
    if (label === 'route') return value === '' || productText.isLiteral(value);
    if (label === 'method') return METHODS.includes(value);
    return patternByLabel[label]?.test(value) ?? false;
  });
}
