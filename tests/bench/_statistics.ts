/**
 * Medians and ranges of samples.
 *
 * @module
 */

/** Median of samples, and the range that holds the middle 80 % of them. */
export interface Summary {
  readonly median: number;
  /** 10th percentile. */
  readonly low: number;
  /** 90th percentile. */
  readonly high: number;
}

/**
 * Summarizes samples.
 *
 * @throws {RangeError} when there are none
 */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError("Cannot summarize: there are no samples");
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: percentile(sorted, 0.5),
    low: percentile(sorted, 0.1),
    high: percentile(sorted, 0.9),
  };
}

/** Nearest-rank percentile of sorted samples: always one of them. */
export function percentile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)]!;
}

/**
 * Probability that the one takes longer than the other, of two lists of times: 0.5 when
 * nothing tells them apart (statistic of Mann and Whitney).
 */
export function rankOf(times: readonly number[], others: readonly number[]): number {
  const sorted = others.toSorted((a, b) => a - b);
  let longer = 0;
  for (const time of times) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < time) low = middle + 1;
      else high = middle;
    }
    longer += low;
  }
  return longer / (times.length * others.length);
}
