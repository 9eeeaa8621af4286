// Counts answers and how long they took, by route, for as long as the process runs.

/** Upper bounds in seconds: a tile from memory takes under a millisecond, a slow search some tenths. */
const bucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

export type Answer = { method: string; route: string; status: number; seconds: number };

type Timing = { count: number; sumSeconds: number; perBucket: number[] };

export type RequestMetrics = { count(answer: Answer): void; lines(): string[] };

export function createRequestMetrics(): RequestMetrics {
  const answers = new Map<string, number>();
  const timings = new Map<string, Timing>();

  function count({ method, route, status, seconds }: Answer): void {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    answers.set(labels, (answers.get(labels) ?? 0) + 1);

    const timing = timings.get(route) ?? { count: 0, sumSeconds: 0, perBucket: bucketsSeconds.map(() => 0) };
    timings.set(route, timing);
    timing.count++;
    timing.sumSeconds += seconds;
    const bucket = bucketsSeconds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) timing.perBucket[bucket]!++;
  }

  function histogram([route, { count, sumSeconds, perBucket }]: [string, Timing]): string[] {
    const name = 'platbook_http_request_seconds';
    let upTo = 0;
    return [
      ...bucketsSeconds.map((bound, i) => {
        upTo += perBucket[i]!;
        return `${name}_bucket{route="${route}",le="${bound}"} ${upTo}`;
      }),
      `${name}_bucket{route="${route}",le="+Inf"} ${count}`,
      `${name}_sum{route="${route}"} ${sumSeconds}`,
      `${name}_count{route="${route}"} ${count}`,
    ];
  }

  return {
    count,
    lines: () => [
      '# HELP platbook_http_requests_total Requests answered.',
      '# TYPE platbook_http_requests_total counter',
      ...[...answers].map(([labels, total]) => `platbook_http_requests_total{${labels}} ${total}`),
      '# HELP platbook_http_request_seconds Time from the request to the end of the answer.',
      '# TYPE platbook_http_request_seconds histogram',
      ...[...timings].flatMap(histogram),
    ],
  };
}
