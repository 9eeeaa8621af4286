// The icons of OAuth providers on the login page: live where the server has settings for one, else grayed out.
import type { OauthProvider } from '../../contract/client-config.ts';

const providers: { id: OauthProvider; name: string; mark: string }[] = [
  {
    id: 'google',
    name: 'Google',
    mark: 'M12.48 10.92v3.28h7.84c-.24 1.84-.85 3.19-1.79 4.13-1.15 1.15-2.93 2.4-6.05 2.4-4.83 0-8.6-3.89-8.6-8.72s3.77-8.72 8.6-8.72c2.6 0 4.51 1.03 5.91 2.35l2.31-2.31C18.75 1.44 16.13 0 12.48 0 5.87 0 .31 5.39.31 12s5.56 12 12.17 12c3.57 0 6.27-1.17 8.37-3.36 2.16-2.16 2.84-5.21 2.84-7.67 0-.76-.05-1.47-.17-2.05z',
  },
  {
    id: 'microsoft',
    name: 'Microsoft',
    mark: 'M1 1h10.4v10.4H1zM12.6 1H23v10.4H12.6zM1 12.6h10.4V23H1zM12.6 12.6H23V23H12.6z',
  },
  {
    id: 'apple',
    name: 'Apple',
    mark: 'M12.15 6.9c-.95 0-2.41-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.21 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.68-1.48 3.68-2.95 1.16-1.69 1.64-3.33 1.66-3.42-.04-.01-3.18-1.22-3.22-4.86-.03-3.04 2.48-4.49 2.6-4.56-1.43-2.09-3.62-2.32-4.39-2.38-2-.16-3.68 1.09-4.61 1.09zM15.53 3.83c.84-1.01 1.4-2.43 1.25-3.83-1.21.05-2.66.81-3.53 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.1 2.71-.69 3.56-1.7',
  },
];

type ProviderIconsProps = { live: readonly OauthProvider[]; onChoose: (provider: OauthProvider) => void };

export function ProviderIcons({ live, onChoose }: ProviderIconsProps) {
  return (
    <ul className="flex justify-center gap-3">
      {providers.map(({ id, name, mark }) => {
        const isLive = live.includes(id);
        return (
          <li key={id}>
            <button
              type="button"
              disabled={!isLive}
              onClick={() => onChoose(id)}
              aria-label={isLive ? `Continue with ${name}` : name}
              title={isLive ? `Continue with ${name}` : `${name}: not available`}
              className="provider-icon"
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={mark} fill="currentColor" />
              </svg>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
