import { uploadReport } from '~/domain/reports/upload';
import { apiDoor } from '~/web/api.server';

const door = apiDoor({ POST: uploadReport });
export const loader = door;
export const action = door;
