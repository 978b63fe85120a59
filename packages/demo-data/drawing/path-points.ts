import type { Point } from './body-shape.ts';

/** Number of straight segments for one curve. */
const curveSteps = 8;
/** Largest distance between two points of a straight line, in centimetres. */
const lineStep = 6;

/** Turns one SVG path of absolute M, L, C, Q and Z commands into lines of close points. Each M starts another line. */
export function pathPoints(d: string): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  for (const [, command = '', given = ''] of d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const numbers = (given.match(/-?[\d.]+/g) ?? []).map(Number);
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, at): Point => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0],
    );
    if (command === 'M') lines.push(points.slice(0, 1));
    const line = lines.at(-1);
    if (line === undefined) continue;
    const rest = command === 'M' ? points.slice(1) : points;
    if (command === 'Z') addLine(line, line[0]);
    else if (command === 'M' || command === 'L') for (const point of rest) addLine(line, point);
    else {
      const size = command === 'C' ? 3 : 2;
      for (let at = 0; at < rest.length; at += size) addCurve(line, rest.slice(at, at + size));
    }
  }
  return lines;
}

function addLine(line: Point[], to: Point | undefined): void {
  const from = line.at(-1);
  if (from === undefined || to === undefined) return;
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / lineStep));
  for (let step = 1; step <= steps; step += 1) line.push(pointOnCurve([from, to], step / steps));
}

function addCurve(line: Point[], controls: readonly Point[]): void {
  const from = line.at(-1);
  if (from === undefined) return;
  for (let step = 1; step <= curveSteps; step += 1) line.push(pointOnCurve([from, ...controls], step / curveSteps));
}

/** A point of a Bézier curve of any degree, computed by de Casteljau's algorithm. */
function pointOnCurve(points: readonly Point[], share: number): Point {
  const [first = [0, 0], ...others] = points;
  if (others.length === 0) return first;
  return pointOnCurve(
    others.map((point, at): Point => {
      const [x, y] = points[at] ?? point;
      return [x + (point[0] - x) * share, y + (point[1] - y) * share];
    }),
    share,
  );
}
