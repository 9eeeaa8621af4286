// Makes a layer of a name of the catalog, for the land of the loaded counties.
import type { Bounds } from '../geo/geometry.ts';
import { shownAddress } from '../import/shown-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { Catalog, CatalogPart } from './catalog.ts';
import { countiesTouched } from './counties-touched.ts';
import { knownOverlays } from './known-overlays.ts';
import { type LayerJob, type MadeLayer, requireLand } from './layer-job.ts';
import type { LayerRecipe } from './layer-recipe.ts';
import { makeArchiveLayer } from './make-archive-layer.ts';
import { makeShapesLayer } from './make-shapes-layer.ts';
import { makeElevationLayer, makeTilesLayer } from './make-tiles-layer.ts';
import { planFiles } from './plan-files.ts';
import { newestBuild } from './protomaps-builds.ts';

export async function makePart(o: LayerJob & { catalog: Catalog }): Promise<MadeLayer | undefined> {
  const part = partOf(o.catalog, o.recipe);
  const within = requireLand(o);
  const { source, kind, title, credit, colorBy, label } = part;
  const { recipe, signal } = o;
  const job: LayerJob = {
    ...o,
    recipe: {
      ...recipe,
      kind,
      title: recipe.title ?? title,
      attribution: recipe.attribution ?? credit,
      colorBy: recipe.colorBy ?? colorBy,
      label: recipe.label ?? label,
    },
  };
  const known = part.words && knownOverlays[part.words];
  switch (source.type) {
    case 'files': {
      const sources = addressesOf(source, within);
      if (!o.dryRun) return makeShapesLayer(job, { sources, within, known });
      for (const line of await planFiles(sources, signal)) o.say(line);
      return undefined;
    }
    case 'arcgis':
      return makeShapesLayer(job, { sources: [source.url], within, known });
    case 'archive': {
      const { url, builds, zoomMax } = source;
      if (builds === undefined) return makeArchiveLayer(job, { source: url, zoomMax });
      if (o.dryRun) o.say(`  GET ${shownAddress(builds)}`);
      return makeArchiveLayer(job, {
        source: await newestBuild({ list: builds, archives: url, signal }),
        zoomMax,
      });
    }
    case 'tiles':
      return makeTilesLayer(job, source);
    case 'elevation':
      return makeElevationLayer(job, source);
  }
}

function partOf(catalog: Catalog, { sources, part }: LayerRecipe): CatalogPart {
  const found = catalog[sources[0]!]?.parts.find(({ name }) => name === part);
  if (!found) throw new OperatorError(`The catalog no longer has ${part}: platbook layers find lists it.`);
  return found;
}

/** {fips} and {state} stand for each county and state that the land touches. */
function addressesOf(
  { urls, year }: { urls: readonly string[]; year?: number | undefined },
  land: readonly Bounds[],
): string[] {
  const isByCounty = urls.some((url) => /\{(fips|state)\}/.test(url));
  const counties = isByCounty ? countiesTouched(land) : [];
  if (isByCounty && counties.length === 0) {
    throw new OperatorError('The loaded parcels lie in no county of the United States.');
  }
  const states = [...new Set(counties.map((fips) => fips.slice(0, 2)))];
  return urls.flatMap((url) => {
    const ofYear = url.replaceAll('{year}', String(year ?? ''));
    if (ofYear.includes('{fips}')) return counties.map((fips) => ofYear.replaceAll('{fips}', fips));
    return ofYear.includes('{state}') ? states.map((state) => ofYear.replaceAll('{state}', state)) : [ofYear];
  });
}
