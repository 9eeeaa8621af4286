// Shows a message in place of a component that fails to render or to load.
import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { Notice } from './notice.tsx';
import { RefreshPage } from './refresh-page.tsx';

type ErrorBoundaryProps = {
  /** Whether the whole page is inside. */
  isPage?: boolean;
  children: ReactNode;
};

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        isPage={this.props.isPage === true}
        tone="failure"
        title="Something went wrong"
        details={['The component failed to render']}
      >
        <RefreshPage />
      </Notice>
    );
  }
}

/** Around code that is loaded when it is first shown. */
export function LoadedLater({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </ErrorBoundary>
  );
}
