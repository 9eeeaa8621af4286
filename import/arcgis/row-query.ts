// The query for the rows of a request, and what its answer says beside them.
import { type QueriedLayer, queryOf } from './layer-queries.ts';
import type { JsonObject } from './server-answer.ts';
import type { Parameters, Request } from './server-client.ts';
import type { PageRequest } from './strategy.ts';

const SHAPES: Parameters = {
  returnGeometry: 'true',
  outSR: '4326',
  geometryPrecision: '7',
  returnZ: 'false',
  returnM: 'false',
  returnTrueCurves: 'false',
};

export function rowQuery(o: {
  layer: QueriedLayer;
  hasShapes: boolean;
  pageRequest: PageRequest;
  /** Overrides parameters. */
  more?: Parameters | undefined;
  signal?: AbortSignal | undefined;
}): Request {
  const shapes = o.hasShapes ? SHAPES : { returnGeometry: 'false' };
  return {
    ...queryOf(o.layer, { ...o.pageRequest.parameters, outFields: '*', ...shapes, ...o.more }),
    signal: o.signal,
  };
}

/** The server says that it cut the answer. */
export function hasMore(body: JsonObject): boolean {
  const properties = body.properties as { exceededTransferLimit?: unknown } | undefined;
  return body.exceededTransferLimit === true || properties?.exceededTransferLimit === true;
}
