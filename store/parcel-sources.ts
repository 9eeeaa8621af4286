// The sources of a set, in either database: what the set says about itself, and how a source joins the others.
import type { ParcelOrigin } from '../contract/parcel.ts';
import { unionOfBounds } from '../geo/bounds-of.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type {
  Extent,
  LoadFacts,
  OlderSource,
  ParcelSet,
  ParcelSource,
  SourceDescription,
} from './parcel-store.ts';

export const SOURCE_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** A source as it is stored. */
export type StoredSource = ParcelSource & {
  /**
   * Whether its parcels are named by their PINs alone (contract/parcel-pin.ts): true for a source that was loaded when
   * there was no other. It never changes, because tiles and people's saved parcels contain these names.
   */
  hasBarePins: boolean;
};

/** Always greater than the version before, even if the clock was set back. */
export function nextVersion(before: string | undefined): string {
  return String(Math.max(Date.now(), Number(before ?? 0) + 1));
}

/** For qualifiedPin. */
export function qualifierOf({ name, hasBarePins }: StoredSource): string | undefined {
  return hasBarePins ? undefined : name;
}

export function originOf({
  name,
  title,
  dataDate,
  loadedAt,
}: Pick<ParcelSource, 'name' | 'title' | 'dataDate' | 'loadedAt'>): ParcelOrigin {
  return { name, title, date: dataDate ?? loadedAt.slice(0, 10) };
}

/** A source as it has just been loaded. */
export function loadedSource({
  about: { name, title, attribution, kind, dataDate, recipe },
  version,
  extent,
  hasBarePins,
}: {
  about: SourceDescription;
  version: string;
  extent: Extent & LoadFacts;
  hasBarePins: boolean;
}): StoredSource {
  const loadedAt = new Date().toISOString();
  return { name, title, attribution, kind, version, loadedAt, dataDate, ...extent, recipe, hasBarePins };
}

/** Undefined where no source is loaded. */
export function parcelSetOf({
  version,
  sources: stored,
}: {
  version: string;
  sources: readonly StoredSource[];
}): ParcelSet | undefined {
  const sources = stored.map(({ hasBarePins: _, ...source }) => source);
  if (sources.length === 0) return undefined;
  const largest = sources.reduce((best, source) => (source.count > best.count ? source : best));
  return {
    version,
    count: sources.reduce((sum, { count }) => sum + count, 0),
    ...titleAndKind(sources),
    bounds: unionOfBounds(sources.map(({ bounds }) => bounds)),
    center: largest.center,
    sources,
    bareSource: stored.find(({ hasBarePins }) => hasBarePins)?.name,
  };
}

/** Titles contain commas, as in 'Iredell County, North Carolina', so commas cannot separate them. */
export function titleAndKind(
  sources: readonly Pick<ParcelSource, 'title' | 'kind'>[],
): Pick<ParcelSet, 'source' | 'kind'> {
  const titles = sources.map(({ title }) => title);
  const others = titles.length - 1;
  const source =
    others > 2 ? `${titles[0]} and ${others} other sources` : titles.join(others === 2 ? '; ' : ' and ');
  return { source, kind: sources.some(({ kind }) => kind === 'demo') ? 'demo' : 'imported' };
}

/** How the sources change when one is loaded. */
export type SourcePlan = {
  /** All that stay as they are. */
  others: StoredSource[];
  hasBarePins: boolean;
  /** All sources after the change, in order. */
  with(loaded: StoredSource): StoredSource[];
};

/** Refuses a bad name, and the demo county beside real ones. In an upgrade, PINs stay as the sources `before` it have named them. */
export function planSources(
  current: readonly StoredSource[],
  { name, kind }: Pick<SourceDescription, 'name' | 'kind'>,
  before?: readonly OlderSource[],
): SourcePlan {
  if (!SOURCE_NAME.test(name)) {
    throw new OperatorError(
      `The name ${JSON.stringify(name)} cannot be used for a source: choose up to 40 lower-case letters, digits and dashes, such as iredell.`,
    );
  }
  const imported = current.filter((source) => source.kind === 'imported').map((source) => source.name);
  if (kind === 'demo' && imported.length > 0) {
    throw new OperatorError(
      `Real counties are loaded (${imported.join(', ')}): platbook remove takes them away first.`,
    );
  }
  const stays = (source: StoredSource) => source.name !== name && source.kind !== 'demo';
  const others = current.filter(stays);
  const place = current.findIndex((source) => source.name === name);
  const placeAmongOthers = place < 0 ? others.length : current.slice(0, place).filter(stays).length;
  return {
    others,
    hasBarePins:
      current[place]?.hasBarePins ??
      (before ? before.some((source) => source.name === name && source.hasBarePins) : others.length === 0),
    with: (loaded) => others.toSpliced(placeAmongOthers, 0, loaded),
  };
}

/** Refuses to remove what is not loaded. */
export function sourceToRemove(sources: readonly StoredSource[], name: string): StoredSource {
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  const loaded = sources.map((source) => source.name).join(', ');
  throw new OperatorError(
    `There is no source ${JSON.stringify(name)}: ${loaded ? `loaded are ${loaded}` : 'none is loaded'}.`,
  );
}
