// Logging out: first the drawings that are not on the account yet are sent there; where that fails, the person decides.
import { useState } from 'react';
import { messages } from '../contract/messages.ts';
import { saveDrawings } from './draw/save-drawings.ts';
import { useMapStore } from './map-store.ts';
import { closedTool } from './pointer-owner.ts';
import { Modal } from './ui/modal.tsx';

type LogOutState = 'here' | 'saving' | 'asking';

type LeavingOptions = {
  person: string;
  /** Ends the session, and empties what this browser keeps of the person. */
  logOut: () => Promise<void>;
};

export type Leaving = {
  state: LogOutState;
  /** Resolves when the person has left, or is asked. */
  begin: () => Promise<void>;
  stay: () => void;
  leave: () => Promise<void>;
};

export function useLeaving({ person, logOut }: LeavingOptions): Leaving {
  const [state, setState] = useState<LogOutState>('here');
  const leave = async () => {
    setState('here');
    await logOut();
  };
  const begin = async () => {
    setState('saving');
    // A shape that is being drawn is kept when the tools close, which the next task finds done.
    useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'draw') }));
    await new Promise((resolve) => setTimeout(resolve));
    if (await saveDrawings(person)) await leave();
    else setState('asking');
  };
  return { state, begin, leave, stay: () => setState('here') };
}

export function LogOutDialog({ state, stay, leave }: Leaving) {
  return (
    <Modal title="Log out" isOpen={state === 'asking'} onClose={stay}>
      <p>{messages.drawingsUnsaved}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {/* First, so that it has the focus. */}
        <button type="button" onClick={stay} className="button-accent">
          Stay
        </button>
        <button type="button" onClick={leave} className="button-quiet text-danger">
          Log out
        </button>
      </div>
    </Modal>
  );
}
