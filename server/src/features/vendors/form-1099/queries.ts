// Reads what each 1099 vendor was paid in a year, from our copy of QuickBooks.

import { HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Form1099Gap, Form1099Vendor } from '@invoice-desk/contract/vendors/form-1099'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { copyState, HAS_ADDRESS } from '../queries.ts'

type State = 'known' | 'pending' | 'unavailable'
type Total = Omit<Form1099Vendor, 'isReportable'>

/** Vendors and payments may be read again after an update. Until then, some lack what we need. */
const state = sql`CASE WHEN ${copyState} = 'known' AND EXISTS (
    SELECT FROM qbo_connection JOIN qbo_copy USING (realm_id)
    WHERE fill -> 'kinds' ?| ARRAY['vendor', 'billpayment'])
  THEN 'pending' ELSE ${copyState} END`

/** QuickBooks adds this to the name of an inactive vendor. */
const NAME = sql.raw(`regexp_replace(data ->> 'name', ' \\(deleted\\)$', '')`)

/** Kept apart by whether we or the card company report them. */
const paidIn = (year: number): SQL => sql`
  SELECT data ->> 'vendorId' AS id,
    sum((data ->> 'totalCents')::bigint) FILTER (WHERE (data ->> 'isByCard')::boolean)::float8 AS by_card,
    sum((data ->> 'totalCents')::bigint) FILTER (WHERE (data ->> 'isByCard')::boolean IS NOT TRUE)::float8 AS cents
  FROM qbo_connection JOIN qbo_record USING (realm_id)
  WHERE kind = 'billpayment' AND data ->> 'date' BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}
  GROUP BY 1`

/** One row per vendor, from all mappings to that vendor. */
const MAPPED = sql.raw(`
  SELECT lower(vendor) AS name, bool_or(track_1099) AS is_tracked, array_agg(email ORDER BY created_at, email) AS emails
  FROM vendor_mapping GROUP BY 1`)

/** Largest first. Inactive vendors only if they were paid. */
export const read1099Totals = async (db: Db, year: number) => {
  const { rows } = await db.execute<
    { state: State } & (Omit<Total, 'lacks'> & Record<Form1099Gap, boolean>)
  >(sql`
    SELECT copy.state, listed.* FROM (SELECT ${state} AS state) AS copy LEFT JOIN (
      SELECT vendor.id, vendor.name, contact.email, invitation.state AS invitation,
        coalesce(vendor.tax_id, '') AS "taxIdLast4", coalesce(vendor.tax_id, '') = '' AS tax_id,
        NOT vendor.has_address AS address,
        coalesce(paid.cents, 0) AS "paidCents", coalesce(paid.by_card, 0) AS "paidByCardCents"
      FROM (
        SELECT qbo_record.id, ${NAME} AS name, lower(data ->> 'email') AS email, data ->> 'taxIdLast4' AS tax_id,
          ${sql.raw(HAS_ADDRESS)} AS has_address, (data ->> 'track1099')::boolean AS is_tracked,
          (data ->> 'isActive')::boolean AS is_active
        FROM qbo_connection JOIN qbo_record USING (realm_id)
        WHERE kind = 'vendor' AND coalesce(data ->> 'currency', ${HOME_CURRENCY}) = ${HOME_CURRENCY}
      ) AS vendor
      LEFT JOIN (${MAPPED}) AS mapped ON mapped.name = lower(vendor.name)
      LEFT JOIN (${paidIn(year)}) AS paid USING (id)
      CROSS JOIN LATERAL (SELECT coalesce(
        CASE WHEN vendor.email = ANY(mapped.emails) THEN vendor.email ELSE mapped.emails[1] END,
        vendor.email, '') AS email) AS contact
      LEFT JOIN vendor_invitation AS invitation
        ON invitation.email = contact.email AND invitation.state IN ('invited', 'submitted', 'sent_back')
      WHERE (vendor.is_tracked OR mapped.is_tracked)
        AND (vendor.is_active OR paid.cents > 0 OR paid.by_card > 0)
    ) AS listed ON true
    ORDER BY "paidCents" DESC, "paidByCardCents" DESC, lower(name), id`)
  const vendors = rows
    .filter(({ id }) => id !== null)
    .map(
      ({ state, tax_id, address, invitation, ...total }): Total => ({
        ...total,
        ...(invitation && { invitation }),
        lacks: [
          ...(tax_id ? (['tax_id'] as const) : []),
          ...(address ? (['address'] as const) : []),
        ],
      }),
    )
  return { state: rows[0]?.state ?? 'unavailable', vendors }
}
