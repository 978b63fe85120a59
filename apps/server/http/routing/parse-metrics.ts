export type MetricSample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses metrics in the text form of Prometheus, as this server writes them: one sample a line, without times. */
export function parseMetrics(text: string): readonly MetricSample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labelText = '', valueText = ''] = samplePattern.exec(line) ?? [];
    if (name === undefined) return [];
    const labels = Object.fromEntries(
      [...labelText.matchAll(labelPattern)].map(([, label = '', value = '']) => [label, unescapeLabel(value)]),
    );
    return [{ name, labels, value: parseValue(valueText) }];
  });
}

function parseValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  // prom-client writes `Nan`.
  return Number(text);
}

function unescapeLabel(value: string): string {
  return value.replace(/\\(.)/g, (_escape, character: string) => (character === 'n' ? '\n' : character));
}
