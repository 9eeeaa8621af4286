// /authenticate: the page that magic links and OAuth providers return to.
import { useStytch } from '@stytch/react';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '../ui/notice.tsx';
import { returnPlace } from './return-place.ts';
import { readSignInLink, redeemSignInLink } from './sign-in-link.ts';

export function AuthenticatePage({ onSuccess }: { onSuccess?: () => void }) {
  const { search } = useLocation();
  const client = useStytch();
  const navigate = useNavigate();

  useEffect(() => {
    const link = readSignInLink(search);
    if (!link) return;
    let isUnmounted = false;
    redeemSignInLink({ client, link, onSuccess }).then((next) => {
      if (isUnmounted) return;
      if (next.to === '/') navigate(returnPlace(), { replace: true });
      else navigate(next.to, { replace: true, state: next.reason });
    });
    return () => {
      isUnmounted = true;
    };
  }, [search, client, navigate, onSuccess]);

  if (!readSignInLink(search)) return <Navigate to="/login" replace />;
  return <LoadingScreen title="Authenticating..." detail="Verifying your login credentials" />;
}
