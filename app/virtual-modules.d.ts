/** Made by scripts/vite/message-bundles.ts. */
declare module 'virtual:message-bundles' {
  type MessageKey = import('./i18n/messages/en').MessageKey;
  /** The keys of the messages that the screens of each bundle use. */
  export const keysOfBundle: Record<'guests' | 'patients' | 'account' | 'staff', readonly MessageKey[]>;
}
