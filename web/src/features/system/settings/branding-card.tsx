// The business's color and logo, with a preview of both.

import {
  businessSettings,
  type SettingsView,
} from '@invoice-desk/contract/system/business-settings'
import { accentScale, DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import { Stack, Text, TextInput } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { ProductMark } from '../../../shared/ui/product-mark.tsx'
import { colorAdvice } from './color-advice.ts'
import { LogoField, type LogoFieldProps } from './logo-field.tsx'
import { Setting, type SettingsCardProps } from './setting.tsx'
import classes from './settings.module.css'

type BrandingCardProps = SettingsCardProps & {
  readonly onLogoChanged: LogoFieldProps['onChanged']
}

export const BrandingCard = ({ form, onLogoChanged }: BrandingCardProps) => {
  const { logo, defaults } = form.view
  const { businessName, businessColor } = form.values
  const typed = businessSettings.shape.businessColor.safeParse(businessColor)
  const color = typed.success ? typed.data : form.current.businessColor
  return (
    <Card title="Branding">
      <Stack gap="md">
        <Setting name="businessColor" form={form}>
          <TextInput
            label="Color"
            description={
              colorAdvice(color) ?? 'For buttons and links. We derive readable shades from it.'
            }
            placeholder={DEFAULT_COLOR}
            styles={{ wrapper: { maxWidth: '15rem' } }}
            maxLength={7}
            spellCheck={false}
            leftSection={
              <input
                type="color"
                className={classes.picker}
                aria-label="Pick a color"
                value={color}
                onChange={({ currentTarget }) => form.set('businessColor', currentTarget.value)}
              />
            }
            {...form.propsOf('businessColor')}
          />
        </Setting>
        <Previews {...{ color, logo }} name={businessName.trim() || defaults.businessName} />
        <LogoField logo={logo} onChanged={onLogoChanged} />
      </Stack>
    </Card>
  )
}

type PreviewsProps = Pick<SettingsView, 'logo'> & {
  readonly color: string
  readonly name: string
}

const Previews = ({ color, logo, name }: PreviewsProps) => {
  const scale = accentScale(color)
  return (
    <figure className={classes.previews} aria-label="Preview">
      {(['light', 'dark'] as const).map((scheme) => (
        <div
          key={scheme}
          className={`dark boxed ${classes.preview}`}
          style={
            {
              colorScheme: scheme,
              '--brand': scheme === 'light' ? scale[7] : scale[3],
            } as CSSProperties
          }
        >
          <div className={`line gap-3 strong underlined ${classes.previewHead}`}>
            {logo ? (
              <img className={classes.logo} src={logo.url} alt="" />
            ) : (
              <span className="line fixed" style={{ color: scale[7] }}>
                <ProductMark />
              </span>
            )}
            <span>{name}</span>
          </div>
          <div className={`line gap-4 ${classes.previewBody}`}>
            <span className={`strong ${classes.sampleButton}`}>Button</span>
            <span className="link-button">Link</span>
            <Text span c="dimmed" fz="sm" ml="auto">
              {scheme === 'light' ? 'Light' : 'Dark'}
            </Text>
          </div>
        </div>
      ))}
    </figure>
  )
}
