import { parser } from '@prometheus-io/lezer-promql';

/** A series that an expression selects. */
export type SelectedSeries = {
  readonly name: string;
  /** The labels that the expression uses with the series: in its matchers, and in the groupings around it. */
  readonly labels: readonly string[];
  /** The value of a matcher `le="…"`. */
  readonly bound: string | undefined;
};

/**
 * Reads the series of an expression of PromQL with the grammar of Prometheus' own editor.
 * @throws SyntaxError when the expression is not valid.
 */
export function readPromql(expression: string): readonly SelectedSeries[] {
  const series: SelectedSeries[] = [];
  const groupings: { readonly end: number; readonly labels: readonly string[] }[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to, node, type }) => {
      if (type.isError) throw new SyntaxError(`${expression}: not PromQL at ${from}`);
      const readText = (part: { from: number; to: number }) => expression.slice(part.from, part.to);
      if (name === 'AggregateExpr') {
        const labels = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? [];
        groupings.push({ end: to, labels: labels.map(readText) });
      }
      if (name !== 'VectorSelector') return;
      const identifier = node.getChild('Identifier');
      if (identifier === null) throw new SyntaxError(`${expression}: a series without a name`);
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      const matcherLabels = matchers.flatMap((matcher) => matcher.getChildren('LabelName').map(readText));
      const upperBoundMatcherText = matchers.map(readText).find((text) => text.startsWith('le='));
      const groupingLabels = groupings.filter(({ end }) => end >= to).flatMap(({ labels }) => labels);
      series.push({
        name: readText(identifier),
        labels: [...new Set([...matcherLabels, ...groupingLabels])],
        bound: upperBoundMatcherText === undefined ? undefined : /"(.*)"/.exec(upperBoundMatcherText)?.[1],
      });
    },
  });
  return series;
}
