// Drawings in several browsers and on one account.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drawingsApi } from '../../test/drawings-api.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { useMapStore } from '../map-store.ts';
import { createRepairs } from '../repairs.ts';
import type { Drawing } from './drawing.ts';
import {
  forgetDrawings,
  openDrawings,
  recordDrawings,
  redoDrawing,
  undoDrawing,
  useDrawings,
} from './drawings-store.ts';
import { hasUnsentDrawings, saveDrawings } from './save-drawings.ts';
import { readAccount, sendDrawings, syncDrawings } from './sync-drawings.ts';

const point = (id: string, name = id, lng = 0): Drawing => ({
  type: 'Feature',
  id,
  properties: { name },
  geometry: { type: 'Point', coordinates: [lng, 35] },
});

let account = drawingsApi();
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

const shown = () => useDrawings.getState().history.present;
const names = () =>
  shown()
    .map(({ properties }) => properties.name)
    .sort();
const rename = (id: string, name: string) =>
  recordDrawings(shown().map((drawing) => (drawing.id === id ? point(id, name) : drawing)));
const notice = () => useMapStore.getState().mapNotice;

const newBrowser = () => memoryStorage({ session_jwt: 'a.b.c' });
type Browser = ReturnType<typeof newBrowser>;

/** Ada opens the page there: her drawings of this browser. */
function sitAt(browser: Browser) {
  vi.stubGlobal('localStorage', browser);
  useDrawings.setState(useDrawings.getInitialState());
  openDrawings('ada');
}
async function sync() {
  await sendDrawings('ada');
  await readAccount('ada');
}

let home: Browser;
let phone: Browser;
beforeEach(() => {
  account = drawingsApi();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => account.fetch(path, init));
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  page.visibilityState = 'visible';
  useMapStore.setState(useMapStore.getInitialState());
  [home, phone] = [newBrowser(), newBrowser()];
  sitAt(home);
  return () => vi.unstubAllGlobals();
});

/** Both browsers have a drawing, Oak, as the account has it. */
async function bothHaveOak() {
  recordDrawings([point('oak', 'Oak')]);
  await sync();
  sitAt(phone);
  await sync();
  expect(names()).toEqual(['Oak']);
}

describe('one account, two browsers', () => {
  test('[D13] what a browser had before is moved to the account once, and comes to the next browser', async () => {
    recordDrawings([point('oak', 'Oak'), point('elm', 'Elm')]);
    await sync();
    expect(account.names()).toEqual(['Elm', 'Oak']);
    sitAt(phone);
    recordDrawings([point('ash', 'Ash')]);
    await sync();
    expect(names()).toEqual(['Ash', 'Elm', 'Oak']);
    expect(account.names()).toEqual(['Ash', 'Elm', 'Oak']);
    account.calls = [];
    await sync();
    expect(account.calls).toEqual(['GET /api/drawings']);
  });

  test('[D13] what a tab with an older page draws meanwhile is moved, too, and never taken for deleted', async () => {
    await bothHaveOak();
    const features = [...shown(), point('elm', 'Elm')];
    localStorage.setItem('drawings:ada', JSON.stringify({ type: 'FeatureCollection', features }));
    await readAccount('ada');
    expect(names()).toEqual(['Elm', 'Oak']);
    await sync();
    expect(account.names()).toEqual(['Elm', 'Oak']);
  });

  test('[D13] edits and deletions arrive, and no undo takes those of another browser back', async () => {
    await bothHaveOak();
    recordDrawings([...shown(), point('elm', 'Elm')]);
    rename('oak', 'Old oak');
    await sync();
    sitAt(home);
    recordDrawings([...shown(), point('ash', 'Ash')]);
    await sync();
    expect(names()).toEqual(['Ash', 'Elm', 'Old oak']);
    undoDrawing();
    expect(names()).toEqual(['Elm', 'Old oak']);
    redoDrawing();
    await sync();
    sitAt(phone);
    await sync();
    expect(names()).toEqual(['Ash', 'Elm', 'Old oak']);
    recordDrawings(shown().filter(({ id }) => id !== 'elm'));
    await sync();
    sitAt(home);
    await sync();
    expect(names()).toEqual(['Ash', 'Old oak']);
    expect(notice()).toBeUndefined();
  });

  test('[D13] where both have changed one drawing, both are kept, and that is said', async () => {
    await bothHaveOak();
    rename('oak', 'Oak of the phone');
    await sync();
    sitAt(home);
    rename('oak', 'Oak of home');
    await sync();
    expect(names()).toEqual(['Oak of home (copy)', 'Oak of the phone']);
    expect(account.names()).toEqual(names());
    expect(notice()).toBe(
      'A drawing was changed on another device, too. Both are kept: the one from here as a copy.',
    );
    expect(hasUnsentDrawings('ada')).toBe(false);
    useMapStore.setState({ mapNotice: undefined });
    await sync();
    expect(notice()).toBeUndefined();
    sitAt(phone);
    await sync();
    expect(names()).toEqual(['Oak of home (copy)', 'Oak of the phone']);
  });

  test('[D13] two tabs that hear of one conflict make one copy', async () => {
    await bothHaveOak();
    rename('oak', 'Oak of the phone');
    await sync();
    sitAt(home);
    rename('oak', 'Oak of home');
    await Promise.all([sendDrawings('ada'), sendDrawings('ada')]);
    await sync();
    expect(account.names()).toEqual(['Oak of home (copy)', 'Oak of the phone']);
  });

  test('[D13] the same change in both is no conflict', async () => {
    await bothHaveOak();
    rename('oak', 'Old oak');
    await sync();
    sitAt(home);
    rename('oak', 'Old oak');
    await sync();
    expect(names()).toEqual(['Old oak']);
    expect(notice()).toBeUndefined();
  });

  test.each(['deleted here', 'deleted there'])(
    '[D13] an edit counts more than a deletion: %s',
    async (which) => {
      await bothHaveOak();
      const edit = () => rename('oak', 'Old oak');
      const remove = () => recordDrawings([]);
      const [first, second] = which === 'deleted here' ? [edit, remove] : [remove, edit];
      first();
      await sync();
      sitAt(home);
      second();
      await sync();
      expect(names()).toEqual(['Old oak']);
      expect(account.names()).toEqual(['Old oak']);
      sitAt(phone);
      await sync();
      expect(names()).toEqual(['Old oak']);
    },
  );

  test('[D13] a shape under the pointer is not moved: the next edit, or its end, brings the other in', async () => {
    await bothHaveOak();
    rename('oak', 'Old oak');
    await sync();
    sitAt(home);
    useDrawings.setState({ isEditing: true });
    await sync();
    expect(names()).toEqual(['Oak']);
    recordDrawings([...shown(), point('elm', 'Elm')]);
    expect(names()).toEqual(['Elm', 'Old oak']);
  });
});

describe('a bad line', () => {
  test('[D13] an answer that was lost makes no conflict, whatever is drawn meanwhile', async () => {
    await bothHaveOak();
    for (const name of ['Elm', 'Ash', 'Yew']) {
      rename('oak', name);
      account.troubles = ['answer lost'];
      await expect(sendDrawings('ada')).rejects.toThrow();
    }
    expect(account.names()).toEqual(['Yew']);
    rename('oak', 'Fir');
    recordDrawings([...shown(), point('new', 'New')]);
    account.troubles = ['answer lost'];
    await expect(sendDrawings('ada')).rejects.toThrow();
    recordDrawings([]);
    await sync();
    expect(account.names()).toEqual([]);
    expect(names()).toEqual([]);
    expect(notice()).toBeUndefined();
  });

  test('[D13] what is drawn while a change is under way is sent next', async () => {
    recordDrawings([point('oak', 'Oak')]);
    const sending = sendDrawings('ada');
    rename('oak', 'Old oak');
    await sending;
    expect(hasUnsentDrawings('ada')).toBe(true);
    await sync();
    expect(account.names()).toEqual(['Old oak']);
    expect(names()).toEqual(['Old oak']);
  });

  test('[D13] what another tab has sent meanwhile is newer than an answer', async () => {
    await bothHaveOak();
    const answer = await account.fetch('/api/drawings');
    const { fetch } = account;
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    account.fetch = () => isLate.then(() => answer);
    const reading = readAccount('ada');
    account.fetch = fetch;
    rename('oak', 'Old oak');
    await sendDrawings('ada');
    arrive();
    await reading;
    expect(names()).toEqual(['Old oak']);
  });

  test('[D13] many shapes go in a few calls; what the server refuses does not hold up the others', async () => {
    const many = Array.from({ length: 450 }, (_, at) => point(`p${at}`));
    recordDrawings([point('full', 'too much'), ...many]);
    // The first batch is refused as a whole, then the first half of it.
    account.troubles = [400, 400];
    account.calls = [];
    await sync();
    expect(account.names()).toHaveLength(450);
    expect(account.calls.length).toBeLessThan(12);
    expect(notice()).toBe('The account is full.');
    expect(hasUnsentDrawings('ada')).toBe(true);
    expect(names()).toHaveLength(451);
  });
});

test('[D13] any id and any property of a file comes to the account and back', async () => {
  const ids = ['__proto__', 'constructor', 'toString'];
  const odd = ids.map((id) => ({
    ...point(id),
    properties: { name: id, constructor: 'Bob', version: 'of a file' },
  }));
  recordDrawings(odd);
  await sync();
  expect(account.names()).toEqual(ids);
  expect(hasUnsentDrawings('ada')).toBe(false);
  rename('constructor', 'Old oak');
  recordDrawings(shown().filter(({ id }) => id !== '__proto__'));
  await sync();
  expect(account.names()).toEqual(['Old oak', 'toString']);
  sitAt(phone);
  await sync();
  expect(names()).toEqual(['Old oak', 'toString']);
  expect(shown()).toContainEqual(odd[2]);
  expect(hasUnsentDrawings('ada')).toBe(false);
});

test('[D13] the version that an answer shows among the properties is not taken for the person’s own', async () => {
  await bothHaveOak();
  expect(shown()).toEqual([point('oak', 'Oak')]);
});

describe('an account without room', () => {
  const calls = async () => {
    account.calls = [];
    await sync();
    return account.calls.length;
  };

  test('[D13] what was refused is sent again only after something has changed here or elsewhere', async () => {
    recordDrawings([point('oak', 'Oak'), point('full', 'too much')]);
    await sync();
    expect(await calls()).toBe(1);
    rename('oak', 'Old oak');
    expect(await calls()).toBe(2);
    expect(await calls()).toBe(1);
    sitAt(phone);
    await sync();
    recordDrawings([]);
    await sync();
    sitAt(home);
    // Opened again, the page tries again. Then it hears of the deletion.
    expect(await calls()).toBe(2);
    expect(await calls()).toBe(2);
    expect(await calls()).toBe(1);
  });
});

describe('a browser without room', () => {
  function fillUp(refused: string[]) {
    const { setItem } = home;
    return vi.spyOn(home, 'setItem').mockImplementation((key, value) => {
      if (refused.includes(key)) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    });
  }
  const both = ['drawings:ada', 'drawings:ada:sync'];

  test.each([[both], [both.slice(1)]])(
    '[D13] an edit stays, and is sent once there is room for %s',
    async (keys) => {
      await bothHaveOak();
      sitAt(home);
      const full = fillUp(keys);
      rename('oak', 'Elm');
      await sync();
      expect(names()).toEqual(['Elm']);
      expect(hasUnsentDrawings('ada')).toBe(true);
      full.mockRestore();
      recordDrawings([...shown(), point('ash', 'Ash')]);
      await sync();
      expect(account.names()).toEqual(['Ash', 'Elm']);
    },
  );

  test('[D13] a copy that cannot be stored is not tried without end, nor said to be kept', async () => {
    await bothHaveOak();
    rename('oak', 'Oak of the phone');
    await sync();
    sitAt(home);
    rename('oak', 'Oak of home');
    fillUp(both);
    account.calls = [];
    const { fetch } = account;
    account.fetch = async (path, init) =>
      account.calls.length < 5 ? fetch(path, init) : Response.json({}, { status: 500 });
    await sendDrawings('ada');
    expect(account.calls).toEqual(['POST /api/drawings']);
    expect(names()).toEqual(['Oak of home']);
    expect(notice()).toBeUndefined();
  });
});

describe('in the background', () => {
  let stop = () => {};
  const repairs = createRepairs();
  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      stop();
      repairs.clear();
      vi.useRealTimers();
    };
  });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  test('[D13] an edit is sent after a second without another, and a hidden page sends at once', async () => {
    stop = syncDrawings({ person: 'ada', repairs });
    await settle();
    account.calls = [];
    recordDrawings([point('oak', 'Oak')]);
    await settle(900);
    rename('oak', 'Elm');
    await settle(900);
    expect(account.calls).toEqual([]);
    await settle(100);
    expect(account.names()).toEqual(['Elm']);
    rename('oak', 'Ash');
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(account.names()).toEqual(['Ash']);
  });

  test('[D13] offline edits wait, are tried again with back-off, and at once when the line is back', async () => {
    account.troubles = Array(50).fill('unreachable');
    recordDrawings([point('oak', 'Oak')]);
    stop = syncDrawings({ person: 'ada', repairs });
    await settle(60_000);
    const tries = account.calls.length;
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(10);
    account.troubles = [];
    repairs.runNow();
    await settle();
    expect(account.names()).toEqual(['Oak']);
    expect(notice()).toBeUndefined();
  });

  test.each([401, 403])('[D13] a refusal with %i is not tried again by itself', async (status) => {
    account.troubles = [status];
    recordDrawings([point('oak', 'Oak')]);
    stop = syncDrawings({ person: 'ada', repairs });
    await settle(120_000);
    expect(account.calls).toHaveLength(1);
    expect(hasUnsentDrawings('ada')).toBe(true);
  });

  test('[D13] other devices are looked for when somebody returns to the page, or to the drawings', async () => {
    stop = syncDrawings({ person: 'ada', repairs });
    await settle();
    const reads = () => account.calls.filter((call) => call.startsWith('GET')).length;
    expect(reads()).toBe(1);
    window.dispatchEvent(new Event('focus'));
    await settle();
    // A moment ago is soon enough.
    expect(reads()).toBe(1);
    await settle(6000);
    window.dispatchEvent(new Event('focus'));
    await settle(6000);
    expect(reads()).toBe(2);
    useMapStore.setState({ tool: 'draw' });
    await settle(6000);
    expect(reads()).toBe(3);
    useMapStore.setState({ panel: 'saved-parcels', tool: 'none' });
    await settle(6000);
    expect(reads()).toBe(3);
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(reads()).toBe(4);
    stop();
    window.dispatchEvent(new Event('focus'));
    await settle(60_000);
    expect(reads()).toBe(4);
  });
});

describe('logging out', () => {
  test('[D14] what is unsent is sent first; nothing unsent needs no call', async () => {
    recordDrawings([point('oak', 'Oak')]);
    expect(await saveDrawings('ada')).toBe(true);
    expect(account.names()).toEqual(['Oak']);
    account.calls = [];
    expect(await saveDrawings('ada')).toBe(true);
    expect(account.calls).toEqual([]);
  });

  test('[D14] without the server it cannot be saved, and stays in the browser for the next time', async () => {
    recordDrawings([point('oak', 'Oak')]);
    account.troubles = ['unreachable'];
    expect(await saveDrawings('ada')).toBe(false);
    // The session has ended by itself, and somebody else has signed in meanwhile.
    openDrawings('bob');
    expect(names()).toEqual([]);
    sitAt(home);
    expect(names()).toEqual(['Oak']);
    await sync();
    expect(account.names()).toEqual(['Oak']);
  });

  test('[D14] once the browser has forgotten the person, nothing that is under way brings anything back', async () => {
    await bothHaveOak();
    const reading = readAccount('ada');
    const sending = sendDrawings('ada');
    forgetDrawings('ada');
    await Promise.all([reading, sending]);
    expect(localStorage.getItem('drawings:ada')).toBeNull();
    expect(localStorage.getItem('drawings:ada:sync')).toBeNull();
    expect(account.names()).toEqual(['Oak']);
    sitAt(phone);
    await sync();
    expect(names()).toEqual(['Oak']);
  });
});
