// Counts answers by route and status, and keeps a histogram of their times, as long as the process runs.

/** Upper bounds of the histogram, in seconds: a tile from memory takes under 1 ms, a slow search some 100 ms. */
const bucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

type Answer = { method: string; status: number; seconds: number };

class RouteMetrics {
  readonly #route: string;
  /** By method and status: no key is put together for each answer. */
  readonly #answers = new Map<string, Map<number, { labels: string; total: number }>>();
  readonly #perBucket = bucketsSeconds.map(() => 0);
  #total = 0;
  #sumSeconds = 0;

  constructor(route: string) {
    this.#route = route;
  }

  count({ method, status, seconds }: Answer): void {
    this.#answersWith(method, status).total++;
    this.#total++;
    this.#sumSeconds += seconds;
    const bucket = bucketsSeconds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#perBucket[bucket]!++;
  }

  #answersWith(method: string, status: number): { total: number } {
    let byStatus = this.#answers.get(method);
    if (!byStatus) {
      byStatus = new Map();
      this.#answers.set(method, byStatus);
    }
    let answers = byStatus.get(status);
    if (!answers) {
      answers = { labels: `method="${method}",route="${this.#route}",status="${status}"`, total: 0 };
      byStatus.set(status, answers);
    }
    return answers;
  }

  answerLines(): string[] {
    return [...this.#answers.values()]
      .flatMap((byStatus) => [...byStatus.values()])
      .map(({ labels, total }) => `platbook_http_requests_total{${labels}} ${total}`);
  }

  timeLines(): string[] {
    const name = 'platbook_http_request_seconds';
    const route = `route="${this.#route}"`;
    let upTo = 0;
    return [
      ...bucketsSeconds.map((bound, at) => {
        upTo += this.#perBucket[at]!;
        return `${name}_bucket{${route},le="${bound}"} ${upTo}`;
      }),
      `${name}_bucket{${route},le="+Inf"} ${this.#total}`,
      `${name}_sum{${route}} ${this.#sumSeconds}`,
      `${name}_count{${route}} ${this.#total}`,
    ];
  }
}

export class RequestMetrics {
  readonly #routes = new Map<string, RouteMetrics>();

  /** By its pattern, such as /api/parcels/:pin. */
  route(pattern: string): RouteMetrics {
    let route = this.#routes.get(pattern);
    if (!route) {
      route = new RouteMetrics(pattern);
      this.#routes.set(pattern, route);
    }
    return route;
  }

  /** In Prometheus' text format. */
  lines(): string[] {
    const routes = [...this.#routes.values()];
    return [
      '# HELP platbook_http_requests_total Requests answered.',
      '# TYPE platbook_http_requests_total counter',
      ...routes.flatMap((route) => route.answerLines()),
      '# HELP platbook_http_request_seconds Time from the request to the end of the answer.',
      '# TYPE platbook_http_request_seconds histogram',
      ...routes.flatMap((route) => route.timeLines()),
    ];
  }
}
