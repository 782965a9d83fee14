-- Until now, why staff should review a payment was a text. These functions read the texts that were ever written.
CREATE FUNCTION cents_in(amount text) RETURNS bigint LANGUAGE sql AS $$
  SELECT round(regexp_replace(amount, '[^0-9.-]', '', 'g')::numeric * 100)::bigint
$$;
--> statement-breakpoint
CREATE FUNCTION check_failure_in(said text) RETURNS jsonb STRICT LANGUAGE plpgsql AS $$
DECLARE
  parts text[];
BEGIN
  IF said = 'the provider hasn''t decided yet' THEN RETURN '{"kind": "undecided"}'; END IF;
  IF said = 'an unexpected error (see the server log)' THEN RETURN '{"kind": "unexpected"}'; END IF;
  parts := regexp_match(said, '^the last error from (Stripe|PayPal|QuickBooks) was "(.*)"$');
  IF parts IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('kind', 'error', 'service', parts[1], 'message', parts[2]);
END $$;
--> statement-breakpoint
CREATE FUNCTION invoice_changes_in(said text) RETURNS jsonb STRICT LANGUAGE plpgsql AS $$
DECLARE
  piece text;
  parts text[];
  changes jsonb := '[]';
BEGIN
  IF said = 'the invoice was already paid' THEN RETURN changes; END IF;
  IF said NOT LIKE 'invoice %' THEN RETURN NULL; END IF;
  FOREACH piece IN ARRAY string_to_array(substr(said, 9), ', and invoice ') LOOP
    parts := regexp_match(piece, '^(.*) (?:was (deleted|voided|already paid)|has a balance of only (\$[0-9,.]+))$');
    IF parts IS NULL THEN RETURN NULL; END IF;
    changes := changes || jsonb_strip_nulls(jsonb_build_object(
      'number', parts[1],
      'change', CASE WHEN parts[2] IS NULL THEN 'reduced' WHEN parts[2] = 'already paid' THEN 'paid' ELSE parts[2] END,
      'cents', cents_in(parts[3])));
  END LOOP;
  RETURN changes;
END $$;
--> statement-breakpoint
-- One reason, which is neither late money nor returned money.
CREATE FUNCTION review_reason_in(said text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  parts text[];
  fact jsonb;
BEGIN
  IF said = '' THEN RETURN '[]'; END IF;
  IF said = 'This payment belongs to a different QuickBooks company from the connected one.' THEN
    RETURN '[{"reason": "other_company"}]';
  END IF;
  parts := regexp_match(said, '^(-?[0-9.]+) ([A-Z]+) was charged instead of \$[0-9,.]+\. Nothing was booked\.$');
  IF parts IS NOT NULL THEN
    RETURN jsonb_build_array(jsonb_build_object(
      'reason', 'wrong_amount', 'cents', cents_in(parts[1]), 'currency', lower(parts[2])));
  END IF;
  parts := regexp_match(said, '^(?:Stripe|PayPal) refused this payment \((.*)\), but not because of the customer''s account\. Nothing was charged\. Look at the settings of your (?:Stripe|PayPal) account, or ask (?:Stripe|PayPal)\.$');
  IF parts IS NOT NULL THEN
    RETURN jsonb_build_array(jsonb_build_object('reason', 'refused', 'code', nullif(parts[1], 'no reason')));
  END IF;
  parts := regexp_match(said, '^QuickBooks refused the booking: (.*)$');
  IF parts IS NOT NULL THEN
    RETURN jsonb_build_array(jsonb_build_object('reason', 'booking_refused', 'message', parts[1]));
  END IF;
  parts := regexp_match(said, '^We couldn''t apply (\$[0-9,.]+) because (.*)\. QuickBooks holds it as the customer''s credit\. Refund it at (?:Stripe|PayPal) \([^)]*\), or use it for the customer''s next invoice\.$');
  fact := invoice_changes_in(parts[2]);
  IF fact IS NOT NULL THEN
    RETURN jsonb_build_array(jsonb_build_object(
      'reason', 'unapplied', 'cents', cents_in(parts[1]), 'changes', fact));
  END IF;
  parts := coalesce(
    regexp_match(said, '^(We couldn''t find out what happened to this payment): (.*)\.$'),
    regexp_match(said, '^(Paid but not booked yet): (.*)\.$'),
    regexp_match(said, '^(We don''t know yet) whether (?:Stripe|PayPal) took [^:]+: (.*)\. The invoices stay on hold\. Look up [^ ]+ at (?:Stripe|PayPal)\. If nothing was charged, release the invoices\. If it was, wait: we record the payment as soon as (?:Stripe|PayPal) tells us\.$'));
  fact := check_failure_in(parts[2]);
  IF fact IS NOT NULL THEN
    RETURN jsonb_build_array(jsonb_build_object('failure', fact, 'reason', CASE parts[1]
      WHEN 'Paid but not booked yet' THEN 'not_booked'
      WHEN 'We don''t know yet' THEN 'no_answer'
      ELSE 'no_outcome' END));
  END IF;
  RETURN jsonb_build_array(jsonb_build_object('reason', 'former', 'text', said));
END $$;
--> statement-breakpoint
CREATE FUNCTION review_reasons_in(review text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  parts text[];
  rest text := review;
  reasons jsonb := '[]';
BEGIN
  parts := regexp_match(rest, '^(The money (?:arrived after this payment was marked as|came after this payment had ended as) ([a-z]+)\. [^.]* at (?:Stripe|PayPal)\.)');
  IF parts IS NOT NULL THEN
    reasons := jsonb_build_array(jsonb_build_object('reason', 'late', 'after', parts[2]));
    rest := trim(substr(rest, length(parts[1]) + 1));
  END IF;
  parts := regexp_match(rest, '((?:(\$[0-9,.]+) was refunded at the provider\. )?(?:The payer(?: disputes the charge|''s dispute is closed) \(([^)]*)\)\. )?(QuickBooks still shows the payment(?:\. Please correct it there\.|\. If the money was returned, please correct it there\.|: please correct it there\.)|Nothing was booked(?:\. Please enter the rest in QuickBooks\.|: please enter in QuickBooks what remains of it\.)))');
  IF parts IS NULL THEN RETURN reasons || review_reason_in(rest); END IF;
  RETURN reasons
    || review_reason_in(trim(substr(rest, 1, strpos(rest, parts[1]) - 1)))
    || jsonb_build_object(
      'reason', 'returned',
      'refundedCents', coalesce(cents_in(parts[2]), 0),
      'dispute', replace(parts[3], ' ', '_'),
      'isBooked', parts[4] LIKE 'QuickBooks%')
    || review_reason_in(trim(substr(rest, strpos(rest, parts[1]) + length(parts[1]))));
END $$;
--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "review_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
UPDATE "payment_attempt" SET "review_reasons" = review_reasons_in("review") WHERE "review" <> '';
--> statement-breakpoint
DROP FUNCTION review_reasons_in(text), review_reason_in(text), invoice_changes_in(text), check_failure_in(text), cents_in(text);
--> statement-breakpoint
DROP INDEX "payment_attempt_review";--> statement-breakpoint
ALTER TABLE "payment_attempt" DROP COLUMN "review";--> statement-breakpoint
CREATE INDEX "payment_attempt_review" ON "payment_attempt" USING btree ("created_at") WHERE review_reasons <> '[]';--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_review_reasons" CHECK (jsonb_typeof(review_reasons) = 'array' AND jsonb_array_length(review_reasons) = jsonb_array_length(jsonb_path_query_array(review_reasons, 'strict $[*] ? (@.reason == "late" || @.reason == "wrong_amount" || @.reason == "returned" || @.reason == "refused" || @.reason == "no_outcome" || @.reason == "no_answer" || @.reason == "not_booked" || @.reason == "unapplied" || @.reason == "booking_refused" || @.reason == "other_company" || @.reason == "former")')));--> statement-breakpoint
ALTER TABLE "payment_reconciliation" ADD COLUMN "is_running" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payment_reconciliation" SET "is_running" = true WHERE "failure" = 'It hasn''t finished.';--> statement-breakpoint
ALTER TABLE "payment_reconciliation" ADD CONSTRAINT "payment_reconciliation_running" CHECK (NOT is_running OR failure IS NOT NULL);
