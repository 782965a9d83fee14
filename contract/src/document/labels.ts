// What invoices call their fields, by language. Letters are plain and in lower case, `#` is any word for "number", and the
// longest label that fits counts: `total vat` isn't a total.

export const KINDS = [
  'number',
  'title',
  'due amount',
  'total',
  'plain total',
  'other amount',
  'paid',
  'date',
  'plain date',
  'of date',
  'due date',
  'until',
  'other date',
  'other number',
  'customer',
  'vendor',
  'column',
] as const
export type Kind = (typeof KINDS)[number]

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl'

/** Separated by `|`. */
export const LABELS: Readonly<Record<Language, Readonly<Partial<Record<Kind, string>>>>> = {
  en: {
    number:
      'invoice #|invoice id|invoice ref|invoice reference|invoice code|our invoice ref|tax invoice #|vat invoice #|inv #|bill #|# of invoice|your invoice #|invoice # and date',
    title: 'invoice|tax invoice|sales invoice|vat invoice|bill',
    'due amount':
      'amount due|balance due|total due|total amount due|total balance due|amount payable|total payable|total to pay|amount to pay|amount owed|net payable|pay this amount|invoice amount due|total now due|net amount due|due now|current amount due|amount outstanding|balance outstanding|total outstanding',
    'plain total': 'total|total amount|total charges|total cost|total fee|total fees|total price',
    total:
      'grand total|invoice total|total invoice|invoice amount|total invoice amount|total incl|total inc|total including|total inclusive|gross total|total gross|gross amount|total for this invoice',
    'other amount':
      'subtotal|sub total|total vat|total tax|total gst|total hst|total taxes|total sales tax|total net|net total|total ex|total excl|total excluding|total before tax|total before|total discount|total savings|total hours|total qty|total quantity|total items|line total|tax|sales tax|vat|gst|hst|pst|discount|shipping|net amount|net|amount|new charges|previous balance|opening balance|balance forward|carried forward|brought forward|current charges|contract total|amount enclosed|late fee|taxable amount|credit|credits|credit balance|total credits|balance brought forward|beginning balance|prior balance|goods total|less|retainage|retention|estimate|quote total|order total|balance|remaining balance|outstanding balance|account balance|trust balance',
    paid: 'amount paid|paid|payment|payments|payment received|payments received|deposit|deposit paid|deposit received|less deposit|less deposit received|less payments|total paid|total payments|paid to date|amount received|prepayment|advance|payments credits',
    date: 'invoice date|date of issue|issue date|date issued|issued|issued on|issued date|bill date|billing date|tax date|tax point|statement date|invoice dated|date of invoice|invoice issued|receipt date',
    'plain date': 'date',
    'of date': 'dated|of',
    'due date':
      'due date|date due|due|due on|due by|due before|due no later than|payment due|payment due date|payment due by|payment due on|pay by|please pay by|please pay before|payable by|payable on|payable before|invoice due|invoice due date|due for payment|due date for payment|pay before|payment deadline|is due by|is due on|must be paid by|to be paid by|remit by',
    until: 'by|before|no later than|until',
    'other date':
      'payment date|date of payment|past due|order date|delivery date|date of delivery|ship date|shipping date|date shipped|service date|date of service|date of supply|supply date|period|billing period|service period|print date|expiry date|expiration date|contract date|start date|end date|date of birth|date paid|paid on|date ordered|po date|project date|quote date|last payment|next invoice date|next billing date',
    'other number':
      'customer #|customer id|client #|client id|account #|acct #|account|account id|po #|po|po so #|p o #|purchase order|purchase order #|your order #|order #|order id|sales order #|reference|reference #|ref|your ref|your reference|our ref|our reference|vat #|vat reg #|vat registration #|vat id|tax id|tax #|tax registration #|tin|ein|abn|acn|gst #|hst #|company #|company reg #|registration #|registered #|reg #|phone|tel|telephone|mobile|cell|fax|iban|bic|swift|sort code|routing #|bank account|job #|project #|matter|page|license|license #|quote #|estimate #|delivery note #|delivery #|tracking #|contract #|ticket #|receipt #|transaction id|check #|cheque #|terms|payment terms|subject|meter|meter reading|site #|card #|member #|membership #|employee #|policy #|store #',
    customer:
      'bill to|billed to|billing address|billing to|invoice to|invoiced to|invoice for|sold to|ship to|shipped to|deliver to|customer|client|to|attn|attention|prepared for|customer name|bill to customer',
    vendor:
      'from|seller|sold by|vendor|supplier|billed by|bill from|invoice from|issued by|payable to|remit to|remit payment to|make checks payable to|checks payable to|company name',
    column:
      'description|item|items|qty|quantity|unit price|price|rate|hours|unit|activity|service|product|unit cost|cost|details|each|extended|units',
  },
  de: {
    number:
      'rechnungsnummer|rechnungs #|rechnung #|rechnungsnr|re #|belegnummer|beleg #|rg #|rechnungsnummer datum|# der rechnung',
    title: 'rechnung|honorarrechnung|schlussrechnung|teilrechnung',
    'due amount':
      'zu zahlen|zahlbetrag|zu zahlender betrag|zu zahlender gesamtbetrag|offener betrag|noch zu zahlen|fälliger betrag|restbetrag|zahlungsbetrag|zu überweisender betrag|zu begleichender betrag',
    'plain total': 'total|summe|gesamt|brutto',
    total:
      'gesamtbetrag|gesamtsumme|rechnungsbetrag|rechnungssumme|endsumme|endbetrag|bruttobetrag|summe brutto|gesamt brutto|total inkl|gesamtbetrag inkl|gesamtbetrag brutto|rechnungsbetrag brutto|summe inkl|gesamt inkl|gesamtsumme brutto|betrag inkl|bruttosumme|rechnungsendbetrag',
    'other amount':
      'nettobetrag|summe netto|zwischensumme|netto|betrag|nettosumme|gesamt netto|gesamtbetrag netto|gesamtsumme netto|rechnungsbetrag netto|total exkl|total netto|summe exkl|zzgl|zuzüglich|umsatzsteuer|mehrwertsteuer|mwst|ust|rabatt|skonto|versand|versandkosten|übertrag|steuerbetrag|davon|enthaltene mwst|enthält|inkl|warenwert|gesamt mwst',
    paid: 'anzahlung|abzüglich anzahlung|bereits bezahlt|bezahlt|geleistete zahlung|abschlag|abschlagszahlung|erhaltene anzahlung|abzgl anzahlung',
    date: 'rechnungsdatum|ausstellungsdatum|belegdatum|datum der rechnung|erstellt am|ausgestellt am',
    'plain date': 'datum|den',
    'of date': 'vom|von',
    'due date':
      'fällig am|fällig|fälligkeit|fälligkeitsdatum|fälligkeitstag|zahlbar bis|zahlbar bis zum|zahlbar bis spätestens|zu zahlen bis|zahlungsziel|zahlungsfrist|zahlungstermin|fällig bis|bitte zahlen bis|zahlung bis|zahlung fällig am|zahlbar am',
    until: 'bis|bis zum|bis spätestens|bis spätestens zum|bis einschließlich',
    'other date':
      'leistungsdatum|lieferdatum|leistungszeitraum|bestelldatum|auftragsdatum|liefertermin|leistungsmonat|lieferzeitraum|druckdatum|zeitraum',
    'other number':
      'kundennummer|kunden #|kundennr|kd #|auftragsnummer|auftrags #|auftrag|bestellnummer|bestell #|bestellung|bestellung #|ihre bestellung|ihre referenz|unser zeichen|ihr zeichen|lieferscheinnummer|lieferschein #|ust id|ust id #|ust idnr|ustid|steuernummer|steuer #|st #|hrb|hra|telefon|iban|bic|konto #|kontonummer|blz|seite|vertragsnummer|projektnummer|angebotsnummer|angebot #|mwst #|uid|personalnummer|artikelnummer|referenz|mandats #',
    customer:
      'rechnung an|rechnungsempfänger|empfänger|leistungsempfänger|käufer|warenempfänger|kunde|lieferadresse|rechnungsadresse|an|herrn|frau|firma|zu händen',
    vendor: 'absender|verkäufer|rechnungsersteller|rechnungssteller|lieferant|aussteller',
    column:
      'produkt|einzelpreis|gesamtpreis|artikelbeschreibung|artikelbezeichnung|bezeichnung|menge|anzahl|pos|position|beschreibung|leistung|ansatz|artikel|einheit|preis|stk|stunden',
  },
  fr: {
    number:
      'facture #|# facture|# de facture|# de la facture|référence facture|référence de la facture|réf facture|facture réf|facture référence',
    title: 'facture|facture d acompte|facture de solde',
    'due amount':
      'net à payer|montant dû|à payer|reste à payer|solde dû|total à payer|montant à payer|net à payer ttc|montant net à payer|somme à payer|total dû|solde à payer|montant total à payer|total net à payer|reste dû|montant restant dû|total à régler|montant à régler',
    'plain total': 'total|montant total',
    total:
      'total ttc|montant ttc|montant total ttc|total général|total général ttc|prix ttc|total toutes taxes comprises|total facture|total de la facture|montant de la facture|total t t c',
    'other amount':
      'total ht|montant ht|sous total|total hors taxes|total hors taxe|montant total ht|total net ht|total tva|montant tva|montant|tva|total tva|remise|net ht|prix|frais de port|net commercial|base ht|report|dont tva|prix unitaire|montant net ht|escompte|total remise',
    paid: 'acompte|acompte versé|acompte reçu|déjà réglé|déjà payé|payé|montant payé|acomptes|réglé|avance',
    date: 'date de facture|date de facturation|date d émission|date facture|émise le|émis le|date de la facture|facturé le|en date du',
    'plain date': 'date|le',
    'of date': 'du',
    'due date':
      'date d échéance|échéance|à payer avant le|à régler avant le|payable avant le|date limite de paiement|à payer le|à régler le|payable le|date échéance|échéance le|paiement avant le|à payer au plus tard le|payable au plus tard le|échéance de paiement|paiement dû le|à payer pour le',
    until: 'avant le|au plus tard le|jusqu au',
    'other date':
      'date de règlement|date de paiement|date de livraison|date de commande|date de prestation|période|date d exécution|date du devis|période de facturation|date de début',
    'other number':
      '# client|client #|code client|référence client|réf client|bon de commande|# de commande|# commande|commande #|commande|siret|siren|rcs|# tva|# de tva|# tva intracommunautaire|tva intracommunautaire|tva intra|tél|téléphone|fax|iban|bic|page|référence|réf|vos réf|votre référence|notre référence|devis #|# de devis|# de compte|# de dossier|dossier|ape|naf|conditions de paiement|modalités de paiement|objet|contrat #|# de contrat',
    customer:
      'adressé à|facturer à|facturé à|client|destinataire|adresse de facturation|adresse de livraison|livré à|à l attention de',
    vendor: 'émetteur|vendeur|fournisseur|de la part de|prestataire',
    column: 'désignation|quantité|qté|description|pu ht|pu|taux|libellé|unité|article|prestation',
  },
  es: {
    number:
      'factura #|# factura|# de factura|# de la factura|folio|folio de factura|folio factura|serie y folio|referencia de factura|factura ref|folio fiscal interno',
    title: 'factura|factura simplificada',
    'due amount':
      'total a pagar|importe a pagar|saldo pendiente|líquido a pagar|a pagar|monto a pagar|importe pendiente|total pendiente|saldo a pagar|cantidad a pagar|monto adeudado|importe adeudado|importe debido|total adeudado|neto a pagar',
    'plain total': 'total|total euros|suma',
    total:
      'importe total|total factura|total general|monto total|total con iva|total iva incluido|total de la factura|importe total factura|total incl iva|importe de la factura',
    'other amount':
      'base imponible|total sin iva|subtotal|importe neto|total neto|total iva|iva|retención|retención irpf|irpf|descuento|importe|cuota iva|base|total base imponible|total bruto|total descuento|suma y sigue|total impuestos|impuestos|gastos de envío|precio|total retenciones|total irpf|neto',
    paid: 'anticipo|pagado|a cuenta|entrega a cuenta|importe pagado|pagos recibidos|depósito',
    date: 'fecha de factura|fecha factura|fecha de emisión|fecha de expedición|fecha emisión|fecha de la factura|fecha expedición|emitida el|fecha de facturación|expedida el',
    'plain date': 'fecha',
    'of date': 'del|de',
    'due date':
      'fecha de vencimiento|vencimiento|fecha vencimiento|fecha límite de pago|vence el|vence|pagar antes del|pagadero antes del|vencimiento el|fecha límite|a pagar antes del|páguese antes del|pago antes del',
    until: 'antes del|antes de|hasta el',
    'other date':
      'fecha de pago|fecha de entrega|fecha de pedido|fecha de operación|período|periodo|fecha de servicio|fecha de envío|fecha del pedido|periodo de facturación',
    'other number':
      '# cliente|# de cliente|cliente #|código cliente|código de cliente|pedido|# de pedido|pedido #|# pedido|orden de compra|nif|cif|rfc|nie|tel|teléfono|iban|bic|página|pág|referencia|ref|su referencia|nuestra referencia|albarán|albarán #|# de cuenta|cuenta|presupuesto #|# de presupuesto|condiciones de pago|forma de pago|método de pago|uuid|folio fiscal|cp|contrato #|# de contrato|uso cfdi|lugar de expedición',
    customer: 'facturar a|cliente|receptor|enviar a|datos del cliente|facturado a|destinatario',
    vendor: 'emisor|vendedor|proveedor|datos del emisor|emitida por|emitido por',
    column:
      'concepto|cantidad|descripción|valor unitario|unidades|precio unitario|artículo|precio|horas|cant',
  },
  it: {
    number:
      'fattura #|# fattura|# della fattura|# di fattura|fattura # del|# documento|documento #|riferimento fattura|fattura rif|fatt #',
    title: 'fattura|fattura di cortesia|parcella|fattura elettronica',
    'due amount':
      'netto a pagare|totale da pagare|importo dovuto|da pagare|totale dovuto|importo da pagare|totale a pagare|saldo da pagare|saldo dovuto|netto da pagare|importo a pagare|totale netto a pagare',
    'plain total': 'totale',
    total:
      'totale fattura|totale documento|totale complessivo|totale ivato|importo totale|totale iva inclusa|totale generale|totale iva compresa|totale parcella|totale fattura euro|importo totale fattura|totale incl iva|totale lordo|importo fattura',
    'other amount':
      'imponibile|totale imponibile|totale iva|iva|totale netto|subtotale|importo|totale merce|sconto|ritenuta|ritenuta d acconto|cassa previdenza|spese|bollo|imposta|totale imposta|totale sconto|netto|a riporto|riporto|totale ritenuta|totale prestazioni|totale spese',
    paid: 'acconto|acconto versato|già pagato|pagato|importo pagato|acconti|anticipo',
    date: 'data fattura|data di emissione|data emissione|data documento|data della fattura|emessa il|emesso il',
    'plain date': 'data',
    'of date': 'del',
    'due date':
      'scadenza|data scadenza|data di scadenza|scadenza pagamento|scadenza fattura|da pagare entro|da pagare entro il|pagamento entro|pagamento entro il|scade il|scadenza il|data pagamento|termine di pagamento|pagare entro il|scadenza del pagamento|scadenza rata|scadenze',
    until: 'entro|entro il|entro e non oltre il',
    'other date':
      'data di consegna|data consegna|data ordine|periodo|data ddt|data dell ordine|data ricevuta',
    'other number':
      'codice cliente|cod cliente|cliente #|# cliente|ordine|ordine #|# ordine|# d ordine|partita iva|piva|p iva|codice fiscale|cf|cod fiscale|tel|telefono|iban|bic|pagina|pag|rif|riferimento|vs riferimento|ns riferimento|ddt|ddt #|sdi|codice sdi|codice destinatario|rea|modalità di pagamento|condizioni di pagamento|preventivo #|contratto #|oggetto|causale|cig|cup|pec',
    customer:
      'intestatario|spett le|spettabile|destinatario|cliente|intestata a|fatturare a|cessionario|committente|spettle',
    vendor: 'mittente|cedente|fornitore|venditore|emittente|prestatore',
    column:
      'descrizione|qtà|q tà|prestazione|quantità|prezzo|ore|tariffa|prezzo unitario|articolo|um',
  },
  nl: {
    number:
      'factuurnummer|factuur #|factuurnr|# factuur|factuurreferentie|factuurkenmerk|factuur kenmerk',
    title: 'factuur',
    'due amount':
      'te betalen|totaal te betalen|te voldoen|openstaand bedrag|totaal te voldoen|te betalen bedrag|nog te betalen|totaalbedrag te betalen|verschuldigd bedrag|openstaand saldo|bedrag te betalen|restant',
    'plain total': 'totaal',
    total:
      'totaalbedrag|totaal incl|totaal inclusief|eindtotaal|factuurbedrag|factuur totaal|totaal incl btw|totaal inclusief btw|totaalbedrag incl|totaalbedrag inclusief|totaal bedrag|factuurtotaal|eindbedrag|bedrag incl|bedrag inclusief|totaal factuur',
    'other amount':
      'subtotaal|totaal excl|totaal exclusief|totaal btw|btw|bedrag|korting|netto|totaal netto|btw bedrag|bedrag excl|bedrag exclusief|totaalbedrag excl|totaalbedrag exclusief|totaal uren|verzendkosten|transport',
    paid: 'aanbetaling|reeds betaald|betaald|voldaan|reeds voldaan|vooruitbetaald',
    date: 'factuurdatum|datum factuur|factuur datum|datum van uitgifte|uitgiftedatum',
    'plain date': 'datum',
    'of date': 'van',
    'due date':
      'vervaldatum|te betalen voor|te betalen vóór|uiterste betaaldatum|betalen voor|betalen vóór|te voldoen voor|te voldoen vóór|vervalt op|uiterlijk te betalen op|betaal voor|betaal vóór|verval datum|te betalen uiterlijk|betaling voor|betaling vóór|uiterste betaaldag|te betalen op',
    until: 'voor|vóór|uiterlijk|uiterlijk op|voor of op',
    'other date':
      'betaaldatum|leverdatum|besteldatum|orderdatum|periode|leveringsdatum|datum levering',
    'other number':
      'klantnummer|klant #|klantnr|debiteurnummer|debiteur #|debiteurennummer|debiteurnr|uw referentie|onze referentie|referentie|ordernummer|order #|bestelnummer|kvk|kvk #|btw #|btw id|btw nummer|btw identificatienummer|tel|telefoon|iban|bic|pagina|betreft|kenmerk|uw kenmerk|ons kenmerk|projectnummer|offertenummer|betalingskenmerk|rekeningnummer|betalingstermijn|relatienummer',
    customer: 'factuur aan|aan|klant|factuuradres|afleveradres|gefactureerd aan|t a v|tav',
    vendor: 'afzender|leverancier|verkoper',
    column: 'omschrijving|aantal|prijs|uren|tarief|stukprijs|eenheidsprijs|artikel',
  },
  pt: {
    number:
      'fatura #|# fatura|# da fatura|# de fatura|fatura recibo #|factura #|referência da fatura|# do documento|documento #|nota fiscal #|# da nota|nf #|# da nota fiscal',
    title: 'fatura|fatura recibo|fatura fatura|factura|nota fiscal',
    'due amount':
      'total a pagar|valor a pagar|a pagar|saldo em dívida|montante a pagar|total a liquidar|valor em dívida|líquido a pagar|total em dívida|valor devido|saldo devedor|total líquido a pagar',
    'plain total': 'total|valor total',
    total:
      'total da fatura|total geral|total com iva|total documento|valor total da fatura|valor da fatura|total do documento|total c iva|valor total da nota|montante total|total incl iva|valor líquido da nota|valor total dos serviços',
    'other amount':
      'total ilíquido|subtotal|total iva|iva|total sem iva|valor sem iva|incidência|desconto|valor|total líquido|montante|total de impostos|impostos|iss|base de incidência|total desconto|total descontos|portes|retenção|preço|total impostos|valor iva|valor do iva|total s iva|base tributável',
    paid: 'adiantamento|pago|valor pago|sinal|já pago|pagamentos efetuados',
    date: 'data de emissão|data da fatura|data emissão|emissão|data de fatura|data do documento|emitida em|emitido em|data documento|data fatura',
    'plain date': 'data',
    'due date':
      'data de vencimento|vencimento|pagar até|data limite de pagamento|data vencimento|pagamento até|vence em|data limite|pagável até|a pagar até|limite de pagamento|prazo de pagamento até|pagar até ao dia|válido até para pagamento|vencimento em',
    until: 'até|até ao dia|até o dia|até dia',
    'other date':
      'data de entrega|data da encomenda|período|data do serviço|data de carga|data de descarga|competência|data do pedido|período de faturação',
    'other number':
      'cliente #|# de cliente|# do cliente|# cliente|código cliente|código do cliente|encomenda|encomenda #|# encomenda|pedido|pedido #|nif|nipc|contribuinte|contribuinte #|cnpj|cpf|tel|telefone|telemóvel|iban|bic|página|pág|referência|ref|vossa referência|nossa referência|entidade|inscrição estadual|inscrição municipal|condições de pagamento|forma de pagamento|prazo de pagamento|orçamento #|contrato #|atcud|guia #',
    customer:
      'cobrar a|exmo sr|exmo s sr s|exmos srs|cliente|tomador|tomador do serviço|faturar a|destinatário|faturado a|sacado|adquirente',
    vendor: 'emitente|prestador|fornecedor|vendedor|prestador do serviço',
    column:
      'descrição|qtd|qtde|serviço|quantidade|preço unitário|valor unit|artigo|designação|horas',
  },
  pl: {
    number:
      'faktura #|faktura vat #|# faktury|# faktura|faktura vat|# faktury vat|numer faktury vat|# dokumentu|faktura sprzedaży #|fv #',
    title: 'faktura|faktura sprzedaży|faktura vat',
    'due amount':
      'do zapłaty|razem do zapłaty|kwota do zapłaty|pozostało do zapłaty|suma do zapłaty|łącznie do zapłaty|należność|pozostaje do zapłaty|do zapłaty razem|należność ogółem|do zapłaty brutto',
    'plain total': 'razem|ogółem|suma',
    total:
      'wartość brutto|razem brutto|kwota brutto|suma brutto|wartość faktury|kwota faktury|ogółem brutto|łączna kwota|łącznie brutto|wartość brutto razem|brutto razem|kwota należności ogółem',
    'other amount':
      'wartość netto|razem netto|kwota netto|kwota vat|vat|suma netto|netto|w tym|wartość vat|cena netto|rabat|podatek vat|podatek|stawka vat|razem vat|ogółem netto|brutto|cena brutto|wartość|kwota|z przeniesienia',
    paid: 'zapłacono|zaliczka|wpłacono|opłacono|przedpłata',
    date: 'data wystawienia|data faktury|wystawiono|data wystawienia faktury|wystawiono dnia|wystawiona dnia|data dokumentu|wystawiono dn',
    'plain date': 'data',
    'of date': 'z dnia|dnia',
    'due date':
      'termin płatności|termin zapłaty|płatne do|data płatności|zapłata do|płatność do|termin płatności do|płatne do dnia|zapłacić do|do zapłaty do|termin płatności upływa',
    until: 'do|do dnia',
    'other date':
      'data sprzedaży|data dostawy|data zamówienia|data wykonania usługi|okres|data wykonania|data zakończenia dostawy|data dostawy wykonania usługi',
    'other number':
      '# klienta|klient #|zamówienie|# zamówienia|zamówienie #|nip|regon|krs|pesel|tel|telefon|iban|# konta|konto|# rachunku|rachunek|rachunek bankowy|strona|sposób płatności|forma płatności|metoda płatności|bdo|# wz|pkwiu|swift|słownie|umowa #|# umowy',
    customer: 'nabywca|odbiorca|klient|płatnik',
    vendor: 'sprzedawca|wystawca|dostawca|sprzedający',
    column: 'nazwa|ilość|nazwa towaru|nazwa towaru lub usługi|nazwa usługi|cena|jm|lp|usługa',
  },
}
