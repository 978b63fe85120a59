import type { Point } from './body-shape.ts';

/** Number of straight segments for one curve. */
const segmentsPerCurve = 8;
/** Largest distance between two points of a straight line, in centimetres. */
const segmentLengthMaximum = 6;

/**
 * Converts one SVG path of absolute M, L, C, Q and Z commands into lines of closely spaced points. Each `M` command
 * starts a new line.
 */
export function listPathPoints(d: string): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  for (const [, command = '', coordinates = ''] of d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const numbers = (coordinates.match(/-?[\d.]+/g) ?? []).map(Number);
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, pointIndex): Point => [numbers[2 * pointIndex] ?? 0, numbers[2 * pointIndex + 1] ?? 0],
    );
    if (command === 'M') lines.push(points.slice(0, 1));
    const line = lines.at(-1);
    if (line === undefined) continue;
    const followingPoints = command === 'M' ? points.slice(1) : points;
    if (command === 'Z') addLine(line, line[0]);
    else if (command === 'M' || command === 'L') for (const point of followingPoints) addLine(line, point);
    else {
      const pointsPerSegment = command === 'C' ? 3 : 2;
      for (let pointIndex = 0; pointIndex < followingPoints.length; pointIndex += pointsPerSegment)
        addCurve(line, followingPoints.slice(pointIndex, pointIndex + pointsPerSegment));
    }
  }
  return lines;
}

function addLine(line: Point[], to: Point | undefined): void {
  const from = line.at(-1);
  if (from === undefined || to === undefined) return;
  const segmentCount = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / segmentLengthMaximum));
  for (let segmentNumber = 1; segmentNumber <= segmentCount; segmentNumber += 1)
    line.push(computePointOnCurve([from, to], segmentNumber / segmentCount));
}

function addCurve(line: Point[], followingPoints: readonly Point[]): void {
  const from = line.at(-1);
  if (from === undefined) return;
  for (let segmentNumber = 1; segmentNumber <= segmentsPerCurve; segmentNumber += 1)
    line.push(computePointOnCurve([from, ...followingPoints], segmentNumber / segmentsPerCurve));
}

/** A point of a Bézier curve of any degree, computed by de Casteljau's algorithm. */
function computePointOnCurve(points: readonly Point[], share: number): Point {
  const [firstControl = [0, 0], ...otherControls] = points;
  if (otherControls.length === 0) return firstControl;
  return computePointOnCurve(
    otherControls.map((point, pointIndex): Point => {
      const [x, y] = points[pointIndex] ?? point;
      return [x + (point[0] - x) * share, y + (point[1] - y) * share];
    }),
    share,
  );
}
