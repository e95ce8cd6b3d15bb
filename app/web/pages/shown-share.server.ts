import { drawQrCode } from '~/platform/qr.server';

type NewShare = { url: string | null; passcode: string | null; expiresAt: string };

/** Builds what the page shows once of a new link for another doctor, with a QR code of its address. */
export const toShownShare = async ({ url, passcode, expiresAt }: NewShare) => ({
  address: url ?? '',
  passcode: passcode ?? '',
  expiresAt,
  picture: await drawQrCode(url ?? ''),
});
