import Database from 'better-sqlite3';

let statement;
let answer;

/**
 * Fifty rows as the product's list call answers them: read by one statement, or held since the
 * first time.
 */
export const rows = {
  read() {
    statement ??= new Database(process.env.FLOOR_DB, { readonly: true }).prepare(
      `select r.*, p.first_name, p.last_name, p.email from reports r join patients p on p.id = r.patient_id
       where r.status = 'Pending' order by r.created_at, r.id limit 50`,
    );
    const meta = { page: 1, limit: 50, total: 100_000 };
    return {
      success: true,
      message: 'Reports fetched successfully.',
      data: statement.all().map(present),
      meta,
    };
  },
  held() {
    answer ??= rows.read();
    return answer;
  },
};

const present = (row) => ({
  _id: row.id,
  reportType: row.report_type,
  reportUrl: row.report_url,
  thumbnailUrl: null,
  resourceType: row.resource_type,
  pages: row.pages,
  description: row.description,
  phoneNumber: row.phone_number,
  status: row.status,
  review: null,
  patient: { _id: row.patient_id, firstName: row.first_name, lastName: row.last_name, email: row.email },
  expert: null,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  reviewedAt: null,
  consent: null,
});
