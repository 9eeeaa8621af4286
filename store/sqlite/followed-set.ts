// The set of a data folder, kept up to date: opens what the manifest names, and notices when any process replaces it.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { OlderSet, ParcelSet } from '../parcel-store.ts';
import { type DamagedSource, openNewest, setDemoManifestAside } from './open-newest.ts';
import type { OpenParcelSet } from './open-parcel-set.ts';
import { manifestSignature, readManifest, readOlderSet, refuseNewer } from './parcel-manifest.ts';

/** fs.watch would be quicker, but is unreliable on network folders. */
const POLL_MS = 1000;

type Listener = (set: ParcelSet | undefined) => void;
type Folder = {
  dataDir: string;
  formatFolder: string;
  /** Sees what an upgrade is loading. */
  isUpgrade: boolean;
  onWarning: (line: string) => void;
};

export class FollowedSet {
  readonly #folder: Folder;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #set: OpenParcelSet | undefined;
  #damaged: readonly DamagedSource[] = [];
  #outdated: OlderSet | undefined;
  #liveSince: string | null = null;
  #isEmptied = false;
  /** Of the manifest that was adopted last. */
  #signature: string | undefined;
  #lastWarning = '';
  #adopting: Promise<void> = Promise.resolve();
  /** Pending until the readers of replaced sets are done. */
  #retired: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(folder: Folder) {
    this.#folder = folder;
  }

  static async open(folder: Folder): Promise<FollowedSet> {
    const followed = new FollowedSet(folder);
    await followed.catchUp().catch((error) => setDemoManifestAside(folder, error));
    if (followed.#liveSince === null) {
      await refuseNewer(folder.dataDir);
      followed.#outdated = await readOlderSet(folder.dataDir);
    }
    followed.#timer = setInterval(() => void followed.#poll(), POLL_MS).unref();
    return followed;
  }

  get set(): OpenParcelSet | undefined {
    return this.#set;
  }

  /** Sources of the manifest that cannot be served, because their files are damaged. */
  get damaged(): readonly DamagedSource[] {
    return this.#damaged;
  }

  get outdated(): OlderSet | undefined {
    return this.#outdated;
  }

  get liveSince(): string | undefined {
    return this.#liveSince ?? undefined;
  }

  get isEmptied(): boolean {
    return this.#isEmptied;
  }

  onChange(listener: Listener): () => void {
    // A function of its own: the same listener may be added twice.
    const added: Listener = (set) => listener(set);
    this.#listeners.add(added);
    return () => this.#listeners.delete(added);
  }

  /** Adopts the manifest as it is now. One at a time. */
  catchUp(): Promise<void> {
    const adopted = this.#adopting.then(() => this.#adopt());
    this.#adopting = adopted.catch(() => {});
    return adopted;
  }

  /** The set that is open stays, if the manifest cannot be read. */
  async #poll(): Promise<void> {
    try {
      await this.catchUp();
      this.#lastWarning = '';
    } catch (error) {
      const { message } = error as Error;
      const warning = `The parcels that are loaded now could not be opened, so the ones before stay: ${message}`;
      if (warning !== this.#lastWarning && !this.#isClosed) this.#folder.onWarning(warning);
      this.#lastWarning = warning;
    }
  }

  async #adopt(): Promise<void> {
    if (this.#isClosed) return;
    // Taken before the manifest is read: if it changes meanwhile, the next poll notices.
    const signature = await manifestSignature(this.#folder.formatFolder);
    if (signature === this.#signature) return;
    if (signature === undefined) throw new OperatorError('parcels.json has been removed.');
    const { formatFolder, isUpgrade } = this.#folder;
    const manifest = await readManifest(formatFolder);
    const isLive = typeof manifest?.liveSince === 'string';
    this.#isEmptied = isLive && manifest?.sources.length === 0;
    if (manifest && (isLive || isUpgrade) && manifest.version !== this.#set?.description.version) {
      const opened = await openNewest(this.#folder, manifest);
      this.#damaged = opened.damaged;
      await this.#replaceBy(opened.set);
    }
    this.#liveSince = manifest?.liveSince ?? null;
    if (this.#liveSince !== null) this.#outdated = undefined;
    this.#signature = signature;
  }

  async #replaceBy(next: OpenParcelSet | undefined): Promise<void> {
    if (this.#isClosed) return next?.close();
    const old = this.#set;
    this.#set = next;
    if (old) this.#retired = Promise.all([this.#retired, this.#retire(old)]);
    for (const listener of this.#listeners) listener(next?.description);
  }

  async #retire(set: OpenParcelSet): Promise<void> {
    try {
      await set.close();
    } catch (error) {
      this.#folder.onWarning(`The parcels loaded before could not be closed: ${(error as Error).message}`);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#listeners.clear();
    await this.#adopting;
    this.#isClosed = true;
    const set = this.#set;
    this.#set = undefined;
    await set?.close();
    await this.#retired;
  }
}
