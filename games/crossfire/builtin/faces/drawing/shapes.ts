// Shapes as predicates on points. A face is 32 units wide and high; y points down.

export interface Shape {
  /** Bounding box. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  has(x: number, y: number): boolean
}
export type Point = readonly [x: number, y: number]

export function box(left: number, top: number, width: number, height: number): Shape {
  const [right, bottom] = [left + width, top + height]
  return { left, top, right, bottom, has: (x, y) => x >= left && x < right && y >= top && y < bottom }
}

export const fullCanvas = box(0, 0, 32, 32)

/** A box with rounded corners. */
export function pad(left: number, top: number, width: number, height: number, radius: number): Shape {
  const [right, bottom] = [left + width, top + height]
  const has = (x: number, y: number) => {
    const dx = Math.max(left + radius - x, x - right + radius, 0)
    const dy = Math.max(top + radius - y, y - bottom + radius, 0)
    return dx * dx + dy * dy <= radius * radius
  }
  return { left, top, right, bottom, has }
}

export function disc(cx: number, cy: number, rx: number, ry = rx): Shape {
  const has = (x: number, y: number) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
  return { left: cx - rx, top: cy - ry, right: cx + rx, bottom: cy + ry, has }
}

export function ring(cx: number, cy: number, rx: number, ry: number, width: number): Shape {
  return subtract(disc(cx, cy, rx, ry), disc(cx, cy, rx - width, ry - width))
}

export function polygon(...corners: readonly Point[]): Shape {
  const edges = corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]!].flat())
  const has = (x: number, y: number) => {
    let inside = false
    for (const [x1, y1, x2, y2] of edges as [number, number, number, number][]) {
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
    return inside
  }
  return { ...around(corners, 0), has }
}

/** A line through the points with round ends. */
export function stroke(width: number, ...points: readonly Point[]): Shape {
  const reach = (width / 2) ** 2
  const has = (x: number, y: number) =>
    points.some((point, index) => {
      const next = points[index + 1] ?? (points.length === 1 ? point : undefined)
      return next !== undefined && distance2(x, y, point, next) <= reach
    })
  return { ...around(points, width / 2), has }
}

export function intersect(one: Shape, two: Shape): Shape {
  return { ...one, has: (x, y) => one.has(x, y) && two.has(x, y) }
}

export function subtract(one: Shape, two: Shape): Shape {
  return { ...one, has: (x, y) => one.has(x, y) && !two.has(x, y) }
}

export function unite(...shapes: readonly Shape[]): Shape {
  return {
    left: Math.min(...shapes.map(({ left }) => left)),
    top: Math.min(...shapes.map(({ top }) => top)),
    right: Math.max(...shapes.map(({ right }) => right)),
    bottom: Math.max(...shapes.map(({ bottom }) => bottom)),
    has: (x, y) => shapes.some((shape) => shape.has(x, y)),
  }
}

function around(points: readonly Point[], margin: number) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  }
}

/** Square of the distance from a point to a line segment. */
function distance2(x: number, y: number, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length2))
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2
}
