-- For these errors, the payment page relies on the text to say whether the payer was charged. Early releases stored texts that don't.
UPDATE "payment_attempt" SET "failure_code" = 'payment_unclear', "failure_text" = NULL
WHERE "failure_code" = 'payment_failed' AND "failure_text" LIKE 'We can''t tell whether this payment went through.%';
--> statement-breakpoint
UPDATE "payment_attempt" SET "failure_text" = "failure_text" || ' You weren''t charged.'
WHERE "failure_code" IN ('payment_failed', 'payment_declined', 'payment_cancelled', 'payment_expired', 'card_unavailable',
  'balance_unavailable', 'wallet_not_approved', 'instrument_declined', 'wallet_action_required', 'wallet_declined')
  AND "failure_text" NOT LIKE '%charged%';
